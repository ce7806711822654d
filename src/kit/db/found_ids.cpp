#include "db/found_ids.hpp"

#include <algorithm>

namespace cairn::db {

namespace {

constexpr std::size_t heaviest = 4'000'000; // all that is kept, in numbers of eight bytes
constexpr std::size_t weight_of_key = 100;  // an entry costs something even if nothing was found
constexpr std::size_t most_states = 1000;   // a question about more is not kept

constexpr std::int64_t most_changes = 256; // more of them are replaced by one

struct Changes {
    std::int64_t count = 0;
    std::int64_t latest = 0;
    std::int64_t total = 0;
};
BOOST_DESCRIBE_STRUCT(Changes, (), (count, latest, total))

// Empty: it cannot be kept.
std::string key_of(const std::vector<std::int64_t>& states, const Composition& query)
{
    if (states.empty() || states.size() > most_states || std::ranges::find(states, 0) != states.end()) return {};
    std::string key(query.sql().text());
    const auto add = [&](std::string_view text) {
        key += '\0';
        key += std::to_string(text.size());
        key += ':';
        key += text;
    };
    for (const auto& value : query.values()) {
        if (const auto* text = std::get_if<std::string_view>(&value)) add(*text);
        else if (const auto* number = std::get_if<std::int64_t>(&value)) add(std::to_string(*number));
        else if (const auto* truth = std::get_if<bool>(&value)) add(*truth ? "t" : "f");
        else if (const auto* real = std::get_if<double>(&value)) add(std::to_string(*real));
        else add("null");
    }
    for (const auto state : states) add(std::to_string(state));
    return key;
}

} // namespace

std::vector<std::int64_t> state_of(Database& db, Composition::Piece table)
{
    Composition read("SELECT count(*) AS count, COALESCE(max(id), 0) AS latest,"
                     " CAST(COALESCE(sum(id), 0) AS BIGINT) AS total FROM ");
    read << table;
    auto changes = db.first<Changes>(read).value();
    if (changes.count > most_changes) {
        // The new row's id was never there before, so this is a state like no other.
        db.write([&](Transaction& tx) {
            tx.run(Composition("DELETE FROM ") << table);
            tx.run(Composition("INSERT INTO ") << table << " DEFAULT VALUES");
        });
        changes = db.first<Changes>(read).value();
    }
    return {changes.count, changes.latest, changes.total};
}

FoundIds& FoundIds::memory()
{
    static FoundIds found;
    return found;
}

std::shared_ptr<const FoundIds::Ids> FoundIds::find(const std::string& key)
{
    const std::lock_guard lock(mutex_);
    const auto at = found_.find(key);
    return at == found_.end() ? nullptr : at->second;
}

void FoundIds::keep(std::string key, std::shared_ptr<const Ids> found)
{
    const auto weight = found->size() + weight_of_key;
    if (weight > heaviest / 4) return;
    const std::lock_guard lock(mutex_);
    // Most of what is kept belongs to states that are gone.
    if (weight_ + weight > heaviest) {
        found_.clear();
        weight_ = 0;
    }
    if (found_.emplace(std::move(key), std::move(found)).second) weight_ += weight;
}

std::shared_ptr<const FoundIds::Ids> FoundIds::ids(const std::vector<std::int64_t>& states, const Composition& query,
                                                   Queries& db)
{
    auto key = key_of(states, query);
    if (!key.empty())
        if (auto known = find(key)) return known;
    auto found = std::make_shared<const Ids>(db.all<std::int64_t>(query));
    if (!key.empty()) keep(std::move(key), found);
    return found;
}

std::int64_t FoundIds::count(const std::vector<std::int64_t>& states, const Composition& query, Queries& db)
{
    const auto found = ids(states, query, db);
    return found->empty() ? 0 : found->front();
}

Page<std::int64_t> FoundIds::page(const Paging& paging, const std::vector<std::int64_t>& states,
                                  const Composition& query, Queries& db)
{
    const auto found = ids(states, query, db);
    const auto begin = std::min(static_cast<std::size_t>(paging.offset()), found->size());
    const auto part =
        std::span(*found).subspan(begin, std::min(static_cast<std::size_t>(paging.limit), found->size() - begin));
    return {.items = {part.begin(), part.end()}, .total = static_cast<std::int64_t>(found->size())};
}

} // namespace cairn::db
