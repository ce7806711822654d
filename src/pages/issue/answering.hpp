// A comment that comes by the form below a timeline, and may close what it is about or open it again. For issues and
// pull requests alike.
#pragma once

#include <functional>

#include "issues/issue_guards.hpp"
#include "pages/issue/text_form.hpp"
#include "pages/row.hpp"

namespace cairn::pages {

struct Answering {
    // The page with the form as it came.
    std::function<api::Raw(const SentText&, int status)> again;
    // To "open" or "closed".
    std::function<Result<>(const std::string& state)> change_state;
    const Notice& closed;
    const Notice& reopened;
};

Result<api::Raw> take_answer(api::Call&, const issues::IssueContext&, http::BodyReader&, const Answering&);

// What an answer to that begins with: "issue" or the id of a comment, in the words that it was written in. Empty for
// what is not here.
std::string quotation(const api::Call&, const issues::IssueContext&, const std::string& which);

} // namespace cairn::pages
