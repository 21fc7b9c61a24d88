//===- ValidateControl.cpp - Where control goes in one stream -------------===//
//
// Loops are structured, so one walk sees them; a branch stays within its
// innermost loop; a call goes to an instruction outside of loops, and no
// function calls itself. A function is all that control reaches from its pc
// up to a return or halt, so functions may overlap: the depth of calls is
// found for every instruction at once, over the strongly connected parts of
// the graph (Tarjan's algorithm with its stack on the heap).
//
//===----------------------------------------------------------------------===//

#include "StreamValidator.h"
#include "glia/Support/Limits.h"

using namespace llvm;
using namespace glia::isa;

namespace glia::object {

static bool endsFunction(const Instruction &instruction) {
  return std::holds_alternative<Return>(instruction) ||
         std::holds_alternative<Halt>(instruction);
}

/// The pc that a branch may go to; calls and loops are not branches.
static std::optional<uint32_t> branchTarget(const Instruction &instruction) {
  return std::visit(
      [](const auto &x) -> std::optional<uint32_t> {
        using T = std::remove_cvref_t<decltype(x)>;
        if constexpr (requires { x.target; } && !std::is_same_v<T, Call>)
          return x.target;
        return std::nullopt;
      },
      instruction);
}

Error StreamValidator::checkLoopEnd(uint32_t index,
                                    std::vector<uint32_t> &open) {
  const Decoded &decoded = code[index];
  const auto &end = std::get<LoopEnd>(decoded.instruction);
  if (open.empty() || end.begin != code[open.back()].pc ||
      std::get<LoopBegin>(code[open.back()].instruction).end != decoded.pc)
    return fail(ErrorCode::E1208, decoded.pc,
                "expects loop_begin and loop_end that name each other, "
                "properly nested");
  open.pop_back();
  return Error::success();
}

Error StreamValidator::checkLoops() {
  std::vector<uint32_t> open;
  for (uint32_t index = 0; index < code.size(); ++index) {
    const Decoded &decoded = code[index];
    loopOf.push_back(open.empty() ? none : open.back());
    if (std::holds_alternative<LoopBegin>(decoded.instruction)) {
      if (open.size() == limits::loopNesting)
        return fail(ErrorCode::E1208, decoded.pc,
                    "expects loops to nest at most " +
                        Twine(limits::loopNesting) + " deep");
      open.push_back(index);
    } else if (std::holds_alternative<LoopEnd>(decoded.instruction)) {
      if (Error error = checkLoopEnd(index, open))
        return error;
    } else if (!open.empty() && endsFunction(decoded.instruction)) {
      return fail(ErrorCode::E1208, decoded.pc,
                  "expects no " + mnemonic(opcode(decoded.instruction)) +
                      " inside a loop");
    }
  }
  if (!open.empty()) {
    const Decoded &begin = code[open.back()];
    return fail(ErrorCode::E1208, begin.pc,
                "expects a loop_end at " +
                    Twine(std::get<LoopBegin>(begin.instruction).end));
  }
  if (!code.empty() && !endsFunction(code.back().instruction))
    return fail(ErrorCode::E1208, code.back().pc,
                "expects the stream to end with halt or return");
  return Error::success();
}

Error StreamValidator::checkTargets() const {
  for (uint32_t index = 0; index < code.size(); ++index) {
    const Decoded &decoded = code[index];
    const auto *call = std::get_if<Call>(&decoded.instruction);
    if (call && !isEnterable(call->target))
      return fail(ErrorCode::E1208, decoded.pc,
                  "expects a call to an instruction outside of loops, got pc " +
                      Twine(call->target));
    std::optional<uint32_t> branch = branchTarget(decoded.instruction);
    if (!branch)
      continue;
    uint32_t target = indexAt(*branch);
    if (target == none || loopOf[target] != loopOf[index])
      return fail(
          ErrorCode::E1208, decoded.pc,
          "expects a branch to an instruction of the same loop, got pc " +
              Twine(*branch));
  }
  return Error::success();
}

Error StreamValidator::checkCalls() const {
  // Per instruction: the order of discovery, the least order that its part
  // reaches, and the calls that are open at most below it.
  struct Node {
    uint32_t order = 0, low = 0, depth = 0;
    uint8_t edge = 0;
    bool isDone = false;
  };
  std::vector<Node> nodes(code.size());
  std::vector<uint32_t> path, part; // being visited; of no finished part
  uint32_t orders = 0;
  // What runs after an instruction: the next one, or where it goes to.
  auto successor = [&](uint32_t index, unsigned edge) {
    const Instruction &instruction = code[index].instruction;
    if (edge == 0)
      return endsFunction(instruction) ? none : index + 1;
    if (const auto *call = std::get_if<Call>(&instruction))
      return indexAt(call->target);
    std::optional<uint32_t> branch = branchTarget(instruction);
    return branch ? indexAt(*branch) : none;
  };
  auto enter = [&](uint32_t index) {
    nodes[index].order = nodes[index].low = ++orders;
    path.push_back(index);
    part.push_back(index);
  };
  auto finishPart = [&](uint32_t root) -> Error {
    size_t first = part.size();
    while (part[--first] != root)
      ;
    ArrayRef<uint32_t> members = ArrayRef(part).drop_front(first);
    uint32_t depth = 0;
    for (uint32_t index : members)
      for (unsigned edge : {0, 1}) {
        uint32_t next = successor(index, edge);
        if (next == none)
          continue;
        bool isCall =
            edge == 1 && std::holds_alternative<Call>(code[index].instruction);
        if (!nodes[next].isDone && isCall)
          return fail(ErrorCode::E1208, code[next].pc,
                      "the function calls itself");
        if (nodes[next].isDone)
          depth = std::max(depth, nodes[next].depth + isCall);
      }
    if (depth > limits::callDepth)
      return fail(ErrorCode::E1208, code[root].pc,
                  "expects calls to nest at most " + Twine(limits::callDepth) +
                      " deep");
    for (uint32_t index : members)
      nodes[index].depth = depth;
    for (uint32_t index : members)
      nodes[index].isDone = true;
    part.resize(first);
    return Error::success();
  };
  for (uint32_t start = 0; start < code.size(); ++start) {
    if (nodes[start].order == 0)
      enter(start);
    while (!path.empty()) {
      uint32_t index = path.back();
      Node &node = nodes[index];
      if (node.edge < 2) {
        uint32_t next = successor(index, node.edge++);
        if (next == none)
          continue;
        if (nodes[next].order == 0)
          enter(next);
        else if (!nodes[next].isDone)
          node.low = std::min(node.low, nodes[next].order);
        continue;
      }
      path.pop_back();
      if (!path.empty())
        nodes[path.back()].low = std::min(nodes[path.back()].low, node.low);
      if (node.low == node.order)
        if (Error error = finishPart(index))
          return error;
    }
  }
  return Error::success();
}

} // namespace glia::object
