// Any bytes as a message of the runner protocol: the first says in which form, and whether it is about tasks or logs.
// What is accepted must survive being written and read again, in either form.
#include <cstdint>
#include <string_view>

#include "base/utf8.hpp"
#include "demand.hpp"
#include "runners/task.hpp"

namespace cairn::fuzz {

namespace {

namespace protobuf = api::protobuf;

template <class Message> void feed(bool json, std::string_view bytes)
{
    const Type& type = type_of<Message>();
    Message message;
    const auto result = json ? protobuf::decode_json(type, bytes, &message) : protobuf::decode(type, bytes, &message);
    if (!result) {
        demand(result.error().code == Errc::bad_request && !result.error().message.empty());
        return;
    }
    const auto once = protobuf::encode(type, &message);
    Message again;
    demand(protobuf::decode(type, once, &again).has_value());
    demand(protobuf::encode(type, &again) == once);
    demand(is_utf8(protobuf::encode_json(type, &message)));
}

} // namespace

} // namespace cairn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto form = static_cast<unsigned char>(bytes.front());
    const auto rest = bytes.substr(1);
    if ((form & 2) != 0) cairn::fuzz::feed<cairn::runners::UpdateLogRequest>((form & 1) != 0, rest);
    else if ((form & 4) != 0) cairn::fuzz::feed<cairn::runners::Task>((form & 1) != 0, rest);
    else cairn::fuzz::feed<cairn::runners::UpdateTaskRequest>((form & 1) != 0, rest);
    return 0;
}
