#include "cache/id_list_cache.hpp"

#include <algorithm>

#include "cache/by_versions.hpp"
#include "cache/use.hpp"
#include "cache/verify.hpp"

namespace cairn::cache {

namespace {

constexpr std::size_t most_bytes = 32 << 20;
constexpr std::size_t most_versions = 4000;

struct ListKey {
    std::string question; // the statement and each of its values

    bool operator==(const ListKey&) const = default;

    struct Hash {
        std::size_t operator()(const ListKey& key) const { return std::hash<std::string>()(key.question); }
    };
};

struct IdLists {
    ByVersions<ListKey, VersionNumbers, std::shared_ptr<const Ids>> lists{most_bytes};
};

Use use_of_lists(R"(cache="lists",found="yes")", R"(cache="lists",found="no")");

ListKey key_of(const db::Composition& query)
{
    std::string key(query.sql().text());
    const auto add = [&](char kind, std::string_view text) {
        key += '\0';
        key += kind;
        key += std::to_string(text.size());
        key += ':';
        key += text;
    };
    for (const auto& value : query.values()) {
        if (const auto* text = std::get_if<std::string_view>(&value)) add('s', *text);
        else if (const auto* number = std::get_if<std::int64_t>(&value)) add('i', std::to_string(*number));
        else if (const auto* truth = std::get_if<bool>(&value)) add('b', *truth ? "t" : "f");
        else if (const auto* real = std::get_if<double>(&value)) add('d', std::to_string(*real));
        else add('n', "");
    }
    return {std::move(key)};
}

std::size_t bytes_of(const ListKey& key, const VersionNumbers& versions, const Ids& found)
{
    return key.question.size() + (versions.size() + found.size()) * sizeof(std::int64_t);
}

void compare(const ListKey& key, const Versions& versions, const Ids& kept, const Ids& anew)
{
    if (kept == anew || versions.again() != versions.numbers) return;
    report_stale("id lists", key.question, text_of(type_of<Ids>(), &kept), text_of(type_of<Ids>(), &anew));
}

} // namespace

Versions versions_in(db::Queries& db, db::Composition::Piece table_of_changes)
{
    return Versions([&db, table_of_changes] {
        db::Composition query("SELECT id AS value FROM ");
        return db.all<std::int64_t>(query << table_of_changes << " ORDER BY id");
    });
}

std::shared_ptr<const Ids> ids(db::Queries& db, const Versions& versions, const db::Composition& query)
{
    const auto find = [&] { return std::make_shared<const Ids>(db.all<std::int64_t>(query)); };
    auto* attachments = db.attachments();
    if (attachments == nullptr || versions.numbers.empty() || versions.numbers.size() > most_versions) return find();
    auto& lists = attachments->get<IdLists>().lists;
    auto key = key_of(query);
    auto known = lists.find(key, versions.numbers);
    use_of_lists.count(known.has_value());
    if (known) {
        if (verifies(*attachments)) compare(key, versions, **known, *find());
        return std::move(*known);
    }
    auto found = find();
    const auto bytes = bytes_of(key, versions.numbers, *found);
    lists.keep(std::move(key), versions.numbers, found, bytes);
    return found;
}

std::int64_t count(db::Queries& db, const Versions& versions, const db::Composition& query)
{
    const auto found = ids(db, versions, query);
    return found->empty() ? 0 : found->front();
}

Page<std::int64_t> page_of_ids(db::Queries& db, const Paging& paging, const Versions& versions,
                               const db::Composition& query)
{
    const auto found = ids(db, versions, query);
    const auto begin = std::min(static_cast<std::size_t>(paging.offset()), found->size());
    const auto part =
        std::span(*found).subspan(begin, std::min(static_cast<std::size_t>(paging.limit), found->size() - begin));
    return {.items = {part.begin(), part.end()}, .total = static_cast<std::int64_t>(found->size())};
}

} // namespace cairn::cache
