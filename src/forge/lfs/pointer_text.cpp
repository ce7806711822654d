#include "lfs/pointer_text.hpp"

#include "base/text.hpp"
#include "crypto/digest.hpp"

namespace cairn::lfs {

std::string pointer_text(const Pointer& pointer)
{
    return "version https://git-lfs.github.com/spec/v1\noid sha256:" + pointer.oid + "\nsize "
        + std::to_string(pointer.size) + "\n";
}

git::ObjectId name_in_git(const Pointer& pointer)
{
    const auto text = pointer_text(pointer);
    auto blob = "blob " + std::to_string(text.size());
    blob += '\0';
    return {.bytes = crypto::sha1(blob + text)};
}

std::optional<Pointer> pointer_in(std::string_view text)
{
    constexpr std::string_view oid = "oid sha256:";
    constexpr std::string_view size = "size ";
    if (text.size() > longest_pointer || !text.starts_with("version ")) return {};
    Pointer found{.oid = {}, .size = -1};
    for (const auto line : text::split(text, '\n')) {
        if (line.starts_with(oid)) found.oid = text::trim(line.substr(oid.size()));
        if (line.starts_with(size))
            found.size = text::parse_integer(text::trim(line.substr(size.size())), 0).value_or(-1);
    }
    return found.is_valid() ? std::optional(found) : std::nullopt;
}

} // namespace cairn::lfs
