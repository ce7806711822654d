// The commit above a list of files or a file: the last one that changed what is below.
#pragma once

#include "contents/commit.hpp"

namespace cairn::pages {

struct ShownCommit {
    std::string sha;
    std::string subject;
    std::string rest{};  // of the message
    std::string login{}; // of the author's account; empty: there is none
    std::string author;  // as the commit has it
    std::string avatar{};
    Time committed_at;
    std::string checks{};  // "success", "failure" or "pending"; empty: none
    std::string address{}; // of its page
};
BOOST_DESCRIBE_STRUCT(ShownCommit, (), (sha, subject, rest, login, author, avatar, committed_at, checks, address))

Result<ShownCommit> show_last_commit(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                                     const git::ObjectId&);

// The first line of a message.
std::string subject_of(std::string_view message);

} // namespace cairn::pages
