// What happened, as a feed shows it, for {% include "dashboard/deed" with deed %}.
#pragma once

#include "api/call.hpp"
#include "feeds/recent.hpp"

namespace cairn::pages {

struct ShownDeedCommit {
    std::string id;
    std::string subject;
    std::string address;
};
BOOST_DESCRIBE_STRUCT(ShownDeedCommit, (), (id, subject, address))

struct ShownDeed {
    feeds::DeedKind deed = feeds::DeedKind::something;
    std::string actor{};
    std::string avatar{};
    std::string repository{}; // "owner/name"
    std::string address{};    // of the repository
    std::string former{};
    std::string reference{};
    std::string reference_address{};
    bool is_pull = false;
    std::string issue{}; // "name #3"
    std::string title{};
    std::string issue_address{};
    std::string text{};
    std::vector<ShownDeedCommit> commits{};
    std::int64_t commit_count = 0;
    std::int64_t times = 1;
    Time at{};
};
BOOST_DESCRIBE_STRUCT(ShownDeed, (),
                      (deed, actor, avatar, repository, address, former, reference, reference_address, is_pull, issue,
                       title, issue_address, text, commits, commit_count, times, at))

std::vector<ShownDeed> show_deeds(const api::Call&, const std::vector<feeds::StoredActivity>&);

} // namespace cairn::pages
