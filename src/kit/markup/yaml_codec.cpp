#include "markup/yaml_codec.hpp"

#include "markup/libyaml.hpp"
#include "sandbox/packing.hpp"

namespace cairn::markup {

namespace {

using namespace std::chrono_literals;

// More than anybody has let through; it is for the stack of whoever unpacks it.
constexpr int deepest = 100;

void pack(const Yaml& value, sandbox::Packer& into)
{
    into.small(static_cast<std::uint8_t>(value.kind));
    switch (value.kind) {
    case Yaml::Kind::scalar:
        into.small(value.quoted ? 1 : 0);
        into.text(value.text);
        return;
    case Yaml::Kind::list:
        into.number(value.items.size());
        for (const auto& item : value.items) pack(item, into);
        return;
    case Yaml::Kind::map:
        into.number(value.members.size());
        for (const auto& [name, member] : value.members) {
            into.text(name);
            pack(member, into);
        }
    }
}

// Numbers are not believed: each value takes some bytes, so that there are never more of them than of those.
bool unpack(sandbox::Unpacker& from, Yaml& into, int depth)
{
    const auto kind = from.small();
    if (!from.ok() || depth > deepest || kind > static_cast<std::uint8_t>(Yaml::Kind::map)) return false;
    into.kind = static_cast<Yaml::Kind>(kind);
    if (into.is_scalar()) {
        into.quoted = from.small() != 0;
        into.text = from.text();
        return from.ok();
    }
    for (auto left = from.number(); left > 0; --left) {
        if (into.is_map()) into.members.emplace_back(from.text(), Yaml());
        auto& next = into.is_map() ? into.members.back().second : into.items.emplace_back();
        if (!unpack(from, next, depth + 1)) return false;
    }
    return from.ok();
}

// In the codec process.
Result<std::string> work(std::string_view request)
{
    sandbox::Unpacker from(request);
    switch (static_cast<YamlWish>(from.small())) {
    case YamlWish::load: return pack_yaml(TRY(libyaml::load(from.rest())));
    case YamlWish::dump: return libyaml::dump(TRY(unpack_yaml(from.rest())));
    case YamlWish::front_matter: return libyaml::front_matter_steps(from.rest());
    }
    return fail(Errc::unprocessable, "there is no such wish");
}

} // namespace

const sandbox::Codec yaml_codec{.name = "yaml",
                                .prepare = [] { },
                                .work = &work,
                                .memory = 128U << 20U,
                                .time = 5s,
                                .largest_answer = 16U << 20U,
                                .most = 4,
                                .what = "the file"};

std::string yaml_request(YamlWish wish, std::string_view bytes)
{
    sandbox::Packer request;
    request.small(static_cast<std::uint8_t>(wish));
    request.rest(bytes);
    return request.take();
}

std::string pack_yaml(const Yaml& value)
{
    sandbox::Packer packed;
    pack(value, packed);
    return packed.take();
}

Result<Yaml> unpack_yaml(std::string_view bytes)
{
    sandbox::Unpacker from(bytes);
    Yaml value;
    if (!unpack(from, value, 0) || !from.at_end()) return fail(Errc::unprocessable, "the file cannot be read");
    return value;
}

} // namespace cairn::markup
