# Compiler, flags, and the packages Glia builds on. tools/setup installs all of them; GLIA_NATIVE_PREFIX and GLIA_PYTHON name
# what it built (by default they are asked of it).

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Another version there is another folder here.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/setup")
if(NOT GLIA_NATIVE_PREFIX OR NOT GLIA_PYTHON OR NOT GLIA_MODELS)
  execute_process(COMMAND "${PROJECT_SOURCE_DIR}/tools/setup" --print-env OUTPUT_VARIABLE environment COMMAND_ERROR_IS_FATAL ANY)
  foreach(name GLIA_NATIVE_PREFIX GLIA_PYTHON GLIA_MODELS)
    if(NOT ${name})
      string(REGEX MATCH "${name}=([^\n]*)" ignored "${environment}")
      set(${name} "${CMAKE_MATCH_1}")
    endif()
  endforeach()
endif()

set(LLVM_ROOT_DIR "/usr/lib/llvm-22" CACHE PATH "LLVM and MLIR 22")
if(NOT EXISTS "${LLVM_ROOT_DIR}/include/mlir/IR/MLIRContext.h")
  message(FATAL_ERROR "LLVM/MLIR 22 not found in ${LLVM_ROOT_DIR}: run tools/setup")
endif()
set(GLIA_MLIR_TBLGEN "${LLVM_ROOT_DIR}/bin/mlir-tblgen")

# -ffp-contract=off: the numerics contract counts roundings (docs/Machine.md, section 4).
add_compile_options(-Wall -Wextra -Werror -Wno-unused-parameter -ffp-contract=off -ffunction-sections -fdata-sections
  -fstack-protector-strong -fcf-protection $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
add_link_options(-fuse-ld=lld -Wl,--gc-sections -Wl,-z,relro,-z,now,-z,noexecstack)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
  if(NOT GLIA_SANITIZE)
    add_compile_options(-D_FORTIFY_SOURCE=3)
  endif()
endif()
if(GLIA_ASSERTIONS)
  add_compile_options(-UNDEBUG -D_GLIBCXX_ASSERTIONS)
endif()
if(GLIA_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-sanitize=vptr,function -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(GLIA_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

include_directories("${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
include_directories(SYSTEM "${LLVM_ROOT_DIR}/include")

# Static archives by hand: CMake's own MLIR targets would pull in the shared libLLVM.
file(GLOB mlir_archives "${LLVM_ROOT_DIR}/lib/libMLIR*.a")
list(FILTER mlir_archives EXCLUDE REGEX "libMLIR(TblgenLib|TableGen)\\.a$")
file(GLOB llvm_archives "${LLVM_ROOT_DIR}/lib/libLLVM*.a")
set(GLIA_SYSTEM_LIBRARIES -lz -l:libzstd.so.1 -lpthread -ldl -lm)
add_library(glia_llvm INTERFACE)
target_link_libraries(glia_llvm INTERFACE -Wl,--start-group ${llvm_archives} -Wl,--end-group ${GLIA_SYSTEM_LIBRARIES})
add_library(glia_mlir INTERFACE)
target_link_libraries(glia_mlir INTERFACE -Wl,--start-group ${mlir_archives} ${llvm_archives} -Wl,--end-group ${GLIA_SYSTEM_LIBRARIES})
add_library(glia_tablegen INTERFACE)
target_link_libraries(glia_tablegen INTERFACE -Wl,--start-group "${LLVM_ROOT_DIR}/lib/libMLIRTblgenLib.a"
  "${LLVM_ROOT_DIR}/lib/libMLIRTableGen.a" "${LLVM_ROOT_DIR}/lib/libLLVMTableGen.a" ${mlir_archives} ${llvm_archives} -Wl,--end-group
  ${GLIA_SYSTEM_LIBRARIES})

# libonnx registers its schemas from static initialisers, so the whole archive is linked.
add_library(glia_onnx INTERFACE)
target_include_directories(glia_onnx SYSTEM INTERFACE "${GLIA_NATIVE_PREFIX}/include")
target_compile_definitions(glia_onnx INTERFACE ONNX_ML=1 ONNX_NAMESPACE=onnx)
target_link_libraries(glia_onnx INTERFACE -Wl,--whole-archive "${GLIA_NATIVE_PREFIX}/lib/libonnx.a" -Wl,--no-whole-archive
  "${GLIA_NATIVE_PREFIX}/lib/libonnx_proto.a" "${GLIA_NATIVE_PREFIX}/lib/libprotobuf.a" -lpthread)
