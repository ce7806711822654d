#include "issues/found_issues.hpp"

#include <algorithm>

namespace cairn::issues {

namespace {

constexpr std::size_t heaviest = 4'000'000; // all that is kept, in numbers of eight bytes
constexpr std::size_t weight_of_key = 100;  // an entry costs something even if nothing was found
constexpr std::size_t most_states = 1000;   // a question about more is not kept

// Empty: it cannot be kept.
std::string key_of(const std::vector<std::int64_t>& states, const db::Composition& query)
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

FoundIssues& FoundIssues::memory()
{
    static FoundIssues found;
    return found;
}

std::shared_ptr<const FoundIssues::Ids> FoundIssues::find(const std::string& key)
{
    const std::lock_guard lock(mutex_);
    const auto at = found_.find(key);
    return at == found_.end() ? nullptr : at->second;
}

void FoundIssues::keep(std::string key, std::shared_ptr<const Ids> found)
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

std::shared_ptr<const FoundIssues::Ids> FoundIssues::ids(const std::vector<std::int64_t>& states,
                                                         const db::Composition& query, db::Queries& db)
{
    auto key = key_of(states, query);
    if (!key.empty())
        if (auto known = find(key)) return known;
    auto found = std::make_shared<const Ids>(db.all<std::int64_t>(query));
    if (!key.empty()) keep(std::move(key), found);
    return found;
}

std::int64_t FoundIssues::count(const std::vector<std::int64_t>& states, const db::Composition& query, db::Queries& db)
{
    const auto found = ids(states, query, db);
    return found->empty() ? 0 : found->front();
}

} // namespace cairn::issues
