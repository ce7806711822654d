// What lists and searches have found. Counting and finding by words cost more the more there is, and most questions are
// repeated (page after page, by one client after another), so the answer is kept for as long as all that was looked at
// is in the same state.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "db/composition.hpp"

namespace cairn::db {

// The state of everything that has a table of changes, as the rows of it that can be seen stand for it: triggers add
// one with every change. No two states have the same numbers.
std::vector<std::int64_t> state_of(Database&, Composition::Piece table_of_changes);

// A state bears numbers of its own, which no other state has of what the same question is about, so there is one memory
// for all. Safe from any thread; its size has a bound.
class FoundIds {
public:
    using Ids = std::vector<std::int64_t>;

    static FoundIds& memory();

    // The question is asked again where the states are not known to be what they were (a state of 0 is none).
    std::shared_ptr<const Ids> ids(const std::vector<std::int64_t>& states, const Composition& query, Queries& db);
    std::int64_t count(const std::vector<std::int64_t>& states, const Composition& query, Queries& db);
    // A page of the ids, and how many there are.
    Page<std::int64_t> page(const Paging&, const std::vector<std::int64_t>& states, const Composition& query,
                            Queries& db);

private:
    std::shared_ptr<const Ids> find(const std::string& key);
    void keep(std::string key, std::shared_ptr<const Ids> found);

    std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<const Ids>> found_;
    std::size_t weight_ = 0; // of found_, in numbers
};

} // namespace cairn::db
