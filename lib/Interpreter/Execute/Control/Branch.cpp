//===- Branch.cpp - Branches under a condition ----------------------------===//
//
// Where data decides and there is none, the branch follows its hint: taken that
// many times in a row, then not once.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"

namespace glia::interpreter {

static bool holds(isa::BranchCondition condition, int32_t left, int32_t right) {
  switch (condition) {
  case isa::BranchCondition::always:
    return true;
  case isa::BranchCondition::equal:
    return left == right;
  case isa::BranchCondition::not_equal:
    return left != right;
  case isa::BranchCondition::less:
    return left < right;
  case isa::BranchCondition::less_equal:
    return left <= right;
  case isa::BranchCondition::greater:
    return left > right;
  case isa::BranchCondition::greater_equal:
    return left >= right;
  }
  return false;
}

static bool followsHint(Stream &stream, uint32_t hint) {
  ++stream.assumed;
  if (hint == UINT32_MAX)
    return true;
  uint32_t &taken = stream.assumedTaken[stream.index];
  if (taken < hint) {
    ++taken;
    return true;
  }
  taken = 0;
  return false;
}

llvm::Error execute(Core &core, const isa::Branch &x) {
  Stream &stream = *core.stream;
  bool taken = true;
  if (x.condition != isa::BranchCondition::always) {
    bool hasRegister = x.right != isa::noRegister6;
    int32_t left = static_cast<int32_t>(stream.registers[x.left]),
            right = hasRegister
                        ? static_cast<int32_t>(stream.registers[x.right])
                        : x.value;
    bool unknown =
        stream.isUnknown(x.left) || (hasRegister && stream.isUnknown(x.right));
    taken =
        unknown ? followsHint(stream, x.hint) : holds(x.condition, left, right);
  }
  if (!taken)
    return llvm::Error::success();
  llvm::Expected<uint32_t> target = stream.text->indexAt(x.target);
  if (!target)
    return target.takeError();
  stream.nextIndex = *target;
  return llvm::Error::success();
}

} // namespace glia::interpreter
