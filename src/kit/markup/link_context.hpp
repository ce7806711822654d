// Where a text stands: what its relative links count from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::markup {

enum class Mode : std::uint8_t {
    plain,   // Markdown alone: no link of a page is touched, nothing is recognized in its words
    file,    // a file of a repository
    comment, // on an issue, a commit, a review
    wiki,    // a page of a wiki
};

struct LinkContext {
    std::string site{};       // the site's address, with a slash at its end
    std::string repository{}; // "owner/name"; empty: none
    std::string ref{};        // of a file: "branch/main"
    std::string folder{};     // of a file, from the root of the repository
    std::string task_form{};  // the id of the form that the boxes of its tasks belong to; empty: they are only shown
};

// The place that a client names: "/owner/name", or that with "/src/branch/main" and perhaps a folder behind it. The
// path of a file tells the folder from the ref; without one the ref has no slashes. The repository need not exist.
LinkContext read_link_context(std::string_view site, std::string_view context, std::string_view file_path = {});

// What a link or a picture is at the end: a whole address, or a fragment of this text. `address` is not checked here.
std::string resolve_link(const LinkContext&, Mode, std::string_view address);
std::string resolve_picture(const LinkContext&, Mode, std::string_view address);

} // namespace cairn::markup
