// Any text as an expression of a workflow, and as a text with expressions in it: what comes of it is known or not, and
// is never much more than what it was made of.
#include <cstdint>
#include <string_view>

#include "actions/expression.hpp"
#include "demand.hpp"

namespace {

std::size_t size_of(const cairn::markup::Yaml& value)
{
    auto size = value.text.size();
    for (const auto& item : value.items) size += size_of(item);
    for (const auto& [name, member] : value.members) size += name.size() + size_of(member);
    return size;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    constexpr std::size_t most = 256 * 1024;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static const auto contexts =
        *markup::read_yaml("github: {ref: refs/heads/main, event: {number: 1, list: [a, b]}}\n"
                           "inputs: {long: '0123456789abcdef0123456789abcdef', json: '[1, {a: b}]'}");
    if (const auto value = actions::evaluate(text, contexts)) {
        fuzz::demand(size_of(*value) <= most);
        static_cast<void>(actions::is_true(*value));
    }
    fuzz::demand(actions::interpolate(text, contexts).size() <= most + size);
    fuzz::demand(size_of(actions::resolve(actions::text_value(std::string(text)), contexts)) <= most + size);
    return 0;
}
