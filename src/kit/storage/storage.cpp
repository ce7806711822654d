#include "storage/storage.hpp"

#include <algorithm>
#include <cstring>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "storage/s3.hpp"

namespace cairn::storage {

void Storage::put(std::string_view name, std::string_view bytes)
{
    put(name, [&bytes](std::span<char> into) {
        const std::size_t part = std::min(into.size(), bytes.size());
        std::memcpy(into.data(), bytes.data(), part);
        bytes.remove_prefix(part);
        return part;
    });
}

std::unique_ptr<Storage> open_storage(const config::Storage& settings)
{
    if (settings.storage_type == config::StorageType::minio) return open_bucket(settings);
    return open_folder(settings.path);
}

void check_name(std::string_view name)
{
    constexpr std::size_t longest = 1024;
    const auto plain = [](char c) {
        return text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '_' || c == '.';
    };
    const auto fits = [&](std::string_view segment) {
        return !segment.empty() && segment.front() != '.' && segment.size() <= 255
            && std::ranges::all_of(segment, plain);
    };
    if (name.size() > longest || !std::ranges::all_of(text::split(name, '/'), fits))
        throw std::logic_error("no name for the storage: " + std::string(name));
}

} // namespace cairn::storage
