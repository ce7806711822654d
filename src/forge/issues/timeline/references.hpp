// From what a text says to what follows: the issues that it refers to hear of it, the people whom it mentions are kept
// with the issue.
#pragma once

#include "issues/issue_guards.hpp"
#include "issues/timeline/meaning.hpp"

namespace cairn::issues {

// An issue that a text refers to, which the writer may read and whose owner and poster have not blocked the writer.
struct Target {
    StoredIssue issue;
    RefAction action = RefAction::none; // if the writer could do it by hand; none otherwise
};

// Who has written, and where.
struct Writer {
    const accounts::Account& account;
    const repositories::StoredRepository& repository;
    std::int64_t issue_id = 0; // does not refer to itself
};

std::vector<Target> find_targets(db::Queries&, const Writer&, const std::vector<Reference>&);

// The people whom a text mentions: those who may read the issue and have not blocked the writer.
std::vector<std::int64_t> find_mentioned(db::Queries&, const Writer&, bool is_pull,
                                         const std::vector<std::string>& names);

// Both, of what the caller says about an issue.
struct Meant {
    std::vector<Target> targets{};
    std::vector<std::int64_t> mentioned{};
};
Meant find_meant(const api::Call&, const IssueContext&, const std::string& text);

// Keeps whom the issue mentions; returns those whom it did not mention before.
std::vector<std::int64_t> add_mentioned(db::Transaction&, std::int64_t issue_id, const std::vector<std::int64_t>& ids);

// Where the text stands: an issue, or a comment on it.
struct Source {
    const StoredIssue& issue;
    std::int64_t comment_id = 0;
    std::int64_t writer_id = 0;
};

// Tells every target that it was referred to; where the text is no new one, only those that it did not refer to before,
// and what it refers to no longer is neutered. Actions are kept for what a pull request says alone.
void write_references(db::Transaction&, const Source&, const std::vector<Target>&, bool new_text);

// The pull requests that say that they close an issue, when they are merged: ids, the newest first.
std::vector<std::int64_t> pulls_that_close(db::Queries&, std::int64_t issue_id);

// What a deleted comment referred to stays as it was, without force.
void neuter_references(db::Transaction&, const Source&);

} // namespace cairn::issues
