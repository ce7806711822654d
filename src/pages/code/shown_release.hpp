// Releases as their pages show them: the API's release, and what a person wants to know beside it.
#pragma once

#include "base/html.hpp"
#include "releases/release.hpp"

namespace cairn::pages {

struct ShownRelease {
    releases::Release release;
    std::string title;
    std::string commit; // of its tag; empty: it has none yet
    bool latest = false;
    bool has_notes = false; // as HTML; else the words are shown as they are
    Html notes{};
    bool cut = false;                    // too long for a list: to be read on a page of their own
    bool has_archives = false;           // the site gives out archives, and the reader may have the code
    std::optional<std::int64_t> since{}; // commits to the default branch; nothing: none, or it would take too long
    std::string default_branch{};
};
BOOST_DESCRIBE_STRUCT(ShownRelease, (),
                      (release, title, commit, latest, has_notes, notes, cut, has_archives, since, default_branch))

// In their order: one query for each kind of thing, and a look at git for those distances that nobody has counted yet.
// `in_list`: long notes are left out.
std::vector<ShownRelease> show_release_rows(const api::Call&, const repositories::RepositoryContext&,
                                            std::span<const releases::StoredRelease>, bool in_list);

// Whether the reader may make and change releases. What it takes to make a tag may still be missing.
bool may_change_releases(const api::Call&, const repositories::RepositoryContext&);

// "/owner/name/releases", and below it the page of a tag's release.
std::string releases_address(const repositories::RepositoryContext&);
std::string release_address(const repositories::RepositoryContext&, const std::string& tag);

} // namespace cairn::pages
