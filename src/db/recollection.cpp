#include "db/recollection.hpp"

#include <functional>

namespace cairn::db {

namespace {

constexpr std::size_t most_rows = 4096;

} // namespace

std::size_t Recollection::Hash::operator()(const Question& question) const
{
    return std::hash<const char*>()(question.sql) * 31 + std::hash<std::int64_t>()(question.number) * 7
        + std::hash<std::string>()(question.text);
}

std::shared_ptr<const void> Recollection::find(const Question& question, const State& state)
{
    const std::lock_guard lock(mutex_);
    if (state_ != state) return nullptr;
    const auto found = rows_.find(question);
    return found != rows_.end() ? found->second : nullptr;
}

void Recollection::keep(Question question, const State& state, std::shared_ptr<const void> row)
{
    decltype(rows_) forgotten; // its rows go when nobody waits
    const std::lock_guard lock(mutex_);
    if (state_ != state || rows_.size() >= most_rows) {
        rows_.swap(forgotten);
        state_ = state;
    }
    rows_.insert_or_assign(std::move(question), std::move(row));
}

} // namespace cairn::db
