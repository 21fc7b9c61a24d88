//===- ModelMutator.cpp - ONNX models that are changed by field -----------===//
//
// Protobuf's reflection finds the messages and their fields; what a schema
// knows (operators, attributes and their types) makes changes that get far.
//
//===----------------------------------------------------------------------===//
#include "ModelMutator.h"
#include "onnx/defs/schema.h"
#include "onnx/onnx_pb.h"
#include <cmath>
#include <google/protobuf/message.h>
#include <random>
#include <vector>

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

namespace glia::test {

namespace {
class Mutation {
public:
  Mutation(onnx::ModelProto &model, uint64_t seed)
      : model(model), random(seed) {}

  void changeOne();
  void take(const Message &donor);
  /// Makes inline data as long as the dimensions say.
  void fitData();

private:
  size_t below(size_t bound) { return random() % bound; }
  template <typename Container>
  auto &pick(Container &container) {
    return container[below(container.size())];
  }
  void collect(Message &message);
  int64_t number();
  float fraction();
  std::string text();
  void changeField(Message &message);
  void changeRepeated(Message &message, const FieldDescriptor &field);
  void setValue(Message &message, const FieldDescriptor &field, bool add);
  void giveAttribute(onnx::NodeProto &node);
  void connect(onnx::NodeProto &node);
  onnx::NodeProto *pickNode();

  onnx::ModelProto &model;
  std::mt19937_64 random;
  std::vector<Message *> messages;
  std::vector<std::string> texts;
};
} // namespace

void Mutation::collect(Message &message) {
  messages.push_back(&message);
  const Reflection &reflection = *message.GetReflection();
  std::vector<const FieldDescriptor *> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor *field : fields) {
    bool isText = field->cpp_type() == FieldDescriptor::CPPTYPE_STRING,
         isMessage = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (!field->is_repeated()) {
      if (isMessage)
        collect(*reflection.MutableMessage(&message, field));
      else if (isText)
        texts.push_back(reflection.GetString(message, field));
      continue;
    }
    for (int index = 0; index < reflection.FieldSize(message, field); ++index)
      if (isMessage)
        collect(*reflection.MutableRepeatedMessage(&message, field, index));
      else if (isText)
        texts.push_back(reflection.GetRepeatedString(message, field, index));
  }
}

int64_t Mutation::number() {
  static constexpr int64_t edges[] = {
      INT64_MIN, INT64_MAX,  INT32_MIN, INT32_MAX, int64_t(1) << 62,
      1LL << 40, 1LL << 32,  -2,        -1,        0,
      1,         UINT32_MAX, 255,       256,       65536};
  if (below(2))
    return int64_t(below(10)) - 2;
  return edges[below(std::size(edges))];
}

float Mutation::fraction() {
  static constexpr float edges[] = {-0.0f,    0.5f,      1e-40f,
                                    INFINITY, -INFINITY, NAN};
  return below(2) ? float(number()) : edges[below(std::size(edges))];
}

std::string Mutation::text() {
  static const char *const others[] = {"",  "ai.onnx", "com.microsoft", "axis",
                                       "x", "value",   "\xff\xfe",      "a\nb"};
  if (!texts.empty() && below(8))
    return pick(texts);
  return others[below(std::size(others))];
}

/// Scalars: a new element of a repeated field with `add`.
void Mutation::setValue(Message &message, const FieldDescriptor &field,
                        bool add) {
  const Reflection &reflection = *message.GetReflection();
  int at = field.is_repeated() && !add
               ? int(below(reflection.FieldSize(message, &field)))
               : 0;
  auto set = [&](auto single, auto repeated, auto append, auto value) {
    if (add)
      (reflection.*append)(&message, &field, value);
    else if (field.is_repeated())
      (reflection.*repeated)(&message, &field, at, value);
    else
      (reflection.*single)(&message, &field, value);
  };
#define GLIA_SET(KIND, VALUE)                                                  \
  set(&Reflection::Set##KIND, &Reflection::SetRepeated##KIND,                  \
      &Reflection::Add##KIND, VALUE)
  switch (field.cpp_type()) {
  case FieldDescriptor::CPPTYPE_INT32:
    return GLIA_SET(Int32, int32_t(number()));
  case FieldDescriptor::CPPTYPE_INT64:
    return GLIA_SET(Int64, number());
  case FieldDescriptor::CPPTYPE_UINT32:
    return GLIA_SET(UInt32, uint32_t(number()));
  case FieldDescriptor::CPPTYPE_UINT64:
    return GLIA_SET(UInt64, uint64_t(number()));
  case FieldDescriptor::CPPTYPE_FLOAT:
    return GLIA_SET(Float, fraction());
  case FieldDescriptor::CPPTYPE_DOUBLE:
    return GLIA_SET(Double, double(number()));
  case FieldDescriptor::CPPTYPE_BOOL:
    return GLIA_SET(Bool, below(2) != 0);
  case FieldDescriptor::CPPTYPE_ENUM:
    return GLIA_SET(EnumValue, int(below(25)));
  case FieldDescriptor::CPPTYPE_STRING:
    return GLIA_SET(String, text());
  case FieldDescriptor::CPPTYPE_MESSAGE:
    return;
  }
#undef GLIA_SET
}

void Mutation::changeRepeated(Message &message, const FieldDescriptor &field) {
  const Reflection &reflection = *message.GetReflection();
  int size = reflection.FieldSize(message, &field);
  bool isMessage = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  switch (size == 0 ? 0 : below(4)) {
  case 0: // one more
    if (!isMessage)
      return setValue(message, field, true);
    if (size > 0 && size < 64) {
      std::unique_ptr<Message> copy(
          reflection.GetRepeatedMessage(message, &field, int(below(size)))
              .New());
      copy->CopyFrom(
          reflection.GetRepeatedMessage(message, &field, int(below(size))));
      reflection.AddAllocatedMessage(&message, &field, copy.release());
    } else if (size == 0) {
      reflection.AddMessage(&message, &field);
    }
    return;
  case 1: // one less
    reflection.SwapElements(&message, &field, int(below(size)), size - 1);
    return reflection.RemoveLast(&message, &field);
  case 2:
    return reflection.SwapElements(&message, &field, int(below(size)),
                                   int(below(size)));
  default:
    if (!isMessage)
      setValue(message, field, false);
  }
}

void Mutation::changeField(Message &message) {
  const auto &descriptor = *message.GetDescriptor();
  if (descriptor.field_count() == 0)
    return;
  const Reflection &reflection = *message.GetReflection();
  std::vector<const FieldDescriptor *> fields;
  reflection.ListFields(message, &fields);
  // Mostly a field that is there.
  const FieldDescriptor *field =
      !fields.empty() && below(5)
          ? pick(fields)
          : descriptor.field(int(below(descriptor.field_count())));
  if (field->is_repeated())
    return changeRepeated(message, *field);
  if (below(6) == 0)
    return reflection.ClearField(&message, field);
  if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE)
    return setValue(message, *field, false);
  reflection.MutableMessage(&message, field);
}

onnx::NodeProto *Mutation::pickNode() {
  std::vector<onnx::NodeProto *> nodes;
  for (Message *message : messages)
    if (message->GetDescriptor() == onnx::NodeProto::descriptor())
      nodes.push_back(static_cast<onnx::NodeProto *>(message));
  return nodes.empty() ? nullptr : pick(nodes);
}

/// An attribute that the operator has, of the type that it has.
void Mutation::giveAttribute(onnx::NodeProto &node) {
  const onnx::OpSchema *schema =
      onnx::OpSchemaRegistry::Schema(node.op_type(), 20, node.domain());
  if (!schema || schema->attributes().empty())
    return;
  auto known = schema->attributes().begin();
  std::advance(known, below(schema->attributes().size()));
  onnx::AttributeProto *attribute = nullptr;
  for (onnx::AttributeProto &each : *node.mutable_attribute())
    if (each.name() == known->first)
      attribute = &each;
  if (!attribute)
    attribute = node.add_attribute();
  attribute->set_name(known->first);
  attribute->set_type(known->second.type);
  attribute->set_i(number());
  attribute->set_f(fraction());
  if (known->second.type == onnx::AttributeProto::INTS) {
    attribute->clear_ints();
    for (size_t count = below(5); count-- > 0;)
      attribute->add_ints(number());
  }
}

/// An operand from anywhere, or another operator with the operands as they are.
void Mutation::connect(onnx::NodeProto &node) {
  static const std::vector<onnx::OpSchema> schemas =
      onnx::OpSchemaRegistry::get_all_schemas();
  if (below(3) == 0) {
    const onnx::OpSchema &schema = schemas[below(schemas.size())];
    node.set_op_type(schema.Name());
    node.set_domain(schema.domain());
  } else if (node.input_size() > 0) {
    node.set_input(int(below(node.input_size())), text());
  }
}

void Mutation::changeOne() {
  messages.clear();
  texts.clear();
  collect(model);
  onnx::NodeProto *node = pickNode();
  switch (node ? below(5) : 4) {
  case 0:
    return giveAttribute(*node);
  case 1:
    return connect(*node);
  case 2: // of a node, where most of what is checked stands
    return changeField(*node);
  default:
    return changeField(*pick(messages));
  }
}

void Mutation::take(const Message &donor) {
  messages.clear();
  texts.clear();
  collect(model);
  std::vector<Message *> places;
  for (Message *message : messages)
    if (message->GetDescriptor() == donor.GetDescriptor())
      places.push_back(message);
  if (!places.empty())
    pick(places)->CopyFrom(donor);
}

static size_t elementBytes(int type) {
  switch (type) {
  case onnx::TensorProto::INT64:
  case onnx::TensorProto::DOUBLE:
  case onnx::TensorProto::UINT64:
    return 8;
  case onnx::TensorProto::FLOAT:
  case onnx::TensorProto::INT32:
    return 4;
  case onnx::TensorProto::FLOAT16:
  case onnx::TensorProto::BFLOAT16:
    return 2;
  default:
    return 1;
  }
}

void Mutation::fitData() {
  messages.clear();
  texts.clear();
  collect(model);
  for (Message *message : messages) {
    if (message->GetDescriptor() != onnx::TensorProto::descriptor())
      continue;
    auto &tensor = static_cast<onnx::TensorProto &>(*message);
    size_t bytes = elementBytes(tensor.data_type());
    for (int64_t dim : tensor.dims())
      bytes = dim >= 0 && dim <= 4096 ? bytes * size_t(dim) : SIZE_MAX / 8192;
    if (!tensor.has_raw_data() || bytes > 8192)
      continue;
    std::string data = tensor.raw_data();
    data.resize(bytes, '\1');
    tensor.set_raw_data(data);
  }
}

static std::string encoded(const onnx::ModelProto &model) {
  std::string bytes;
  model.SerializePartialToString(&bytes);
  return bytes;
}

std::string mutateModel(const std::string &bytes, uint64_t seed) {
  onnx::ModelProto model;
  if (!model.ParsePartialFromString(bytes))
    return "";
  std::mt19937_64 random(seed);
  Mutation mutation(model, random());
  for (size_t count = 1 + random() % 4; count-- > 0;)
    mutation.changeOne();
  if (random() % 2)
    mutation.fitData();
  return encoded(model);
}

std::string crossModels(const std::string &bytes, const std::string &other,
                        uint64_t seed) {
  onnx::ModelProto model, donor;
  if (!model.ParsePartialFromString(bytes) ||
      !donor.ParsePartialFromString(other) || donor.graph().node_size() == 0)
    return "";
  std::mt19937_64 random(seed);
  const onnx::NodeProto &node =
      donor.graph().node(int(random() % donor.graph().node_size()));
  Mutation mutation(model, random());
  if (node.attribute_size() > 0 && random() % 2)
    mutation.take(node.attribute(int(random() % node.attribute_size())));
  else if (donor.graph().initializer_size() > 0 && random() % 2)
    mutation.take(donor.graph().initializer(
        int(random() % donor.graph().initializer_size())));
  else
    mutation.take(node);
  return encoded(model);
}

} // namespace glia::test
