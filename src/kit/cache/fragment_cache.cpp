#include "cache/fragment_cache.hpp"

#include "cache/by_versions.hpp"
#include "cache/use.hpp"
#include "cache/verify.hpp"
#include "db/database.hpp"

namespace cairn::cache {

namespace {

constexpr std::size_t most_bytes = 16 << 20;

struct Fragments {
    ByVersions<FragmentKey, FragmentVersions, Fragment> fragments{most_bytes};
};

Use use_of_fragments(R"(cache="fragments",found="yes")", R"(cache="fragments",found="no")");

std::vector<std::size_t> all_of(std::span<const VersionedKey> keys)
{
    std::vector<std::size_t> all(keys.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
}

void compare(std::span<const VersionedKey> keys, std::span<const Fragment> kept, const MakeFragments& make,
             const ReadKeys& again)
{
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (kept[i]) known.push_back(i);
    std::vector<Fragment> anew(keys.size());
    make(known, anew);
    const auto keys_after = again();
    for (const auto i : known) {
        if (std::ranges::find(keys_after, keys[i]) == keys_after.end()) continue; // it has changed meanwhile
        const std::string_view is = anew[i] ? *anew[i] : std::string_view("nothing");
        if (*kept[i] != is) report_stale("fragments", std::to_string(keys[i].key.id), *kept[i], is);
    }
}

} // namespace

std::vector<Fragment> fragments(db::Queries& db, std::span<const VersionedKey> keys, const MakeFragments& make,
                                const ReadKeys& again)
{
    std::vector<Fragment> found(keys.size());
    auto* attachments = db.attachments();
    if (attachments == nullptr) {
        make(all_of(keys), found);
        return found;
    }
    auto& cache = attachments->get<Fragments>().fragments;
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (keys[i].kept) found[i] = cache.find(keys[i].key, keys[i].versions).value_or(nullptr);
        if (!found[i]) missing.push_back(i);
    }
    use_of_fragments.count(false, static_cast<std::int64_t>(missing.size()));
    use_of_fragments.count(true, static_cast<std::int64_t>(keys.size() - missing.size()));
    if (verifies(*attachments)) compare(keys, found, make, again);
    if (missing.empty()) return found;
    make(missing, found);
    for (const auto i : missing)
        if (found[i] && keys[i].kept) cache.keep(keys[i].key, keys[i].versions, found[i], found[i]->size());
    return found;
}

} // namespace cairn::cache
