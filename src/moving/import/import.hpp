// A site of Gitea or Forgejo moves in: its accounts, repositories and everything that belongs to them. What was moved
// is noted with it, in one transaction, so that an import that was killed goes on where it was.
#pragma once

#include "import/report.hpp"

namespace cairn::import {

struct Wish {
    bool dry_run = false;
    std::string store{};                 // of a trial: where the repositories would be, if not where the site has them
    std::set<std::string> same_people{}; // names of accounts there that are those of the same name here
    void (*progress)(std::string_view kind, std::int64_t done, std::int64_t total) = nullptr;
};

// Errc::unprocessable when the database there is none of such a server. Nobody else may write here meanwhile.
Result<Report> move_in(const api::Site&, const OldSite&, const Wish&);

// The sites whose move has begun and not ended, by their databases: what is here of them is not whole.
std::vector<std::string> unfinished_moves(db::Queries&);

// Leaves it at what has come. Which they were.
std::vector<std::string> abandon_moves(db::Database&);

} // namespace cairn::import
