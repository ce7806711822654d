// What people have written about an issue, as HTML.
#pragma once

#include <set>

#include "api/view.hpp"
#include "base/html.hpp"
#include "repositories/guards.hpp"

namespace cairn::pages {

// The texts of one page: whom they mention is asked once for all of them. A value, which holds on to no call.
class CommentTexts {
public:
    // Texts that are shown and not among these mention nobody.
    CommentTexts(const api::View&, const repositories::RepositoryContext&, std::span<const std::string_view> texts);

    // `task_form`: the id of the form that its tasks are ticked by. What is too long to be rendered is shown as it is.
    Html html(std::string_view text, const std::string& task_form = {}) const;
    // One that was written in another repository ("owner/name"), and means what is there by #7; empty: in one that the
    // reader may not know of.
    Html html_from(std::string_view text, const std::string& task_form, const std::string& repository) const;

private:
    std::string site_;
    std::string repository_;
    std::set<std::string> names_; // of accounts that the reader sees
};

// One text alone, for a preview.
Html comment_html(const api::View&, const repositories::RepositoryContext&, std::string_view text);

// A browser ends lines in its own way; what is kept ends them with "\n".
std::string with_plain_line_ends(std::string_view text);

// For an answer: each line behind a "> ", and room below.
std::string quoted(std::string_view text);

} // namespace cairn::pages
