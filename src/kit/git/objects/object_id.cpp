#include "git/objects/object_id.hpp"

#include "base/encoding.hpp"

namespace cairn::git {

std::optional<ObjectId> ObjectId::parse(std::string_view hex)
{
    if (hex.size() != hex_size) return std::nullopt;
    const auto decoded = hex_decode(hex);
    if (!decoded) return std::nullopt;
    ObjectId id;
    std::memcpy(id.bytes.data(), decoded->data(), id.bytes.size());
    return id;
}

std::string ObjectId::hex() const { return hex_encode({reinterpret_cast<const char*>(bytes.data()), bytes.size()}); }

} // namespace cairn::git
