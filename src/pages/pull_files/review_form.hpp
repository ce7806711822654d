// The form that a review is submitted with, beside the files and on a page of its own.
#pragma once

#include "pages/form.hpp"
#include "pages/issue/shown_comment.hpp"
#include "pulls/review/submitting.hpp"

namespace cairn::pages {

struct ReviewForm {
    std::string action{};
    bool may_talk = false;
    bool signed_in = false;
    bool may_judge = false; // approve or reject: it is somebody else's, and open
    bool own = false;
    bool closed = false;
    std::int64_t drafts = 0;
    std::string discard{};
    std::string head{}; // the commit that is looked at
    Form<pulls::SaidOpinion> form = Form<pulls::SaidOpinion>();
};
BOOST_DESCRIBE_STRUCT(ReviewForm, (),
                      (action, may_talk, signed_in, may_judge, own, closed, drafts, discard, head, form))

ReviewForm review_form(const api::Call&, const pulls::PullContext&, std::int64_t drafts, Form<pulls::SaidOpinion>);

} // namespace cairn::pages
