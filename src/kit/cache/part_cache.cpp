#include "cache/part_cache.hpp"

#include "cache/by_content.hpp"
#include "cache/use.hpp"
#include "cache/verify.hpp"

namespace cairn::cache {

namespace {

struct PartKey {
    const Type* type;
    std::string text;

    bool operator==(const PartKey&) const = default;

    struct Hash {
        std::size_t operator()(const PartKey& key) const { return std::hash<std::string>()(key.text); }
    };
};

struct Parts {
    ByContent<PartKey> parts{16 << 20}; // bytes
};

Use use_of_parts(R"(cache="parts",found="yes")", R"(cache="parts",found="no")");

} // namespace

std::string part_key(std::initializer_list<std::string_view> texts)
{
    std::string key;
    for (const auto text : texts) key.append(std::to_string(text.size())).append(1, ':').append(text);
    return key;
}

std::shared_ptr<const void> detail::find_part(db::Database& db, const Type& type, const std::string& key)
{
    if (verifies(*db.attachments())) return nullptr;
    auto found = db.attachments()->get<Parts>().parts.find({&type, key});
    use_of_parts.count(found != nullptr);
    return found;
}

void detail::keep_part(db::Database& db, const Type& type, std::size_t size, const std::string& key,
                       std::shared_ptr<const void> part)
{
    auto& parts = db.attachments()->get<Parts>().parts;
    if (verifies(*db.attachments()))
        if (const auto kept = parts.find({&type, key})) {
            const auto was = text_of(type, kept.get());
            const auto is = text_of(type, part.get());
            if (was != is) report_stale("parts", key, was, is);
        }
    // A list takes about twice its text: there is a struct for each item.
    const auto bytes = size + 2 * bytes_beside(type, part.get()) + key.size();
    parts.keep({&type, key}, std::move(part), bytes);
}

} // namespace cairn::cache
