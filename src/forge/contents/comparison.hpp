// Two sides that are held against each other: branches, tags or commits, which may be in forks of one another.
#pragma once

#include "contents/range_text.hpp"
#include "repositories/guards.hpp"

namespace cairn::contents {

// What "base...head" and "base..head" name. Without dots it is the head, and the base is the default branch.
struct ComparedNames {
    std::string base;
    std::string head; // may be owner:branch or owner/repo:branch
    bool from_merge_base = true;
};
ComparedNames split_basehead(std::string_view basehead, const std::string& default_branch);

struct Comparison {
    std::string base_name; // as they were given, without the owner
    std::string head_name;
    repositories::RepositoryContext head_place;
    SharedRepository repository; // sees the objects of both
    git::ObjectId base;
    git::ObjectId head;
    git::ObjectId from;  // where the difference begins: their common ancestor, or the base
    bool related = true; // they have an ancestor in common
};

// not_found for what is not there or may not be read, bad_request for repositories that have nothing to do with each
// other.
Result<Comparison> open_comparison(const api::Call&, const repositories::RepositoryContext&,
                                   const ComparedNames& names);

} // namespace cairn::contents
