// What lists and searches have found. Counting and finding by words cost more the more issues there are, and most
// questions are repeated (page after page, by one client after another), so the answer is kept for as long as the
// issues that were looked at are in the same state (issue.hpp).
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "db/composition.hpp"

namespace cairn::issues {

// A state bears a number of its own, which no other state of any repository has, so there is one memory for all. Safe
// from any thread; its size has a bound.
class FoundIssues {
public:
    using Ids = std::vector<std::int64_t>;

    static FoundIssues& memory();

    // The question is asked again where the states are not known to be what they were (a state of 0 is none).
    std::shared_ptr<const Ids> ids(const std::vector<std::int64_t>& states, const db::Composition& query,
                                   db::Queries& db);
    std::int64_t count(const std::vector<std::int64_t>& states, const db::Composition& query, db::Queries& db);

private:
    std::shared_ptr<const Ids> find(const std::string& key);
    void keep(std::string key, std::shared_ptr<const Ids> found);

    std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<const Ids>> found_;
    std::size_t weight_ = 0; // of found_, in numbers
};

} // namespace cairn::issues
