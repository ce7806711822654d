// A page: a template in the site's layout, with the headers that keep it safe.
//
//     return page(call, {.file = "login", .title = "Sign in"}, LoginPage{...});
//
// A table of pages has `refuse_page` as its refusal: errors are pages, too, and who is not signed in is led to do it.
#pragma once

#include "api/call.hpp"
#include "pages/template.hpp"

namespace cairn::pages {

struct PageHead {
    std::string_view file; // NAME.mustache
    std::string title;
    std::string_view tab{};            // of the account's settings: the address of the tab that is current
    int status = 0;                    // 0: the row's own
    bool leads_to_application = false; // a form of this page may end there, by redirects
    bool wide = false;                 // more room than a form needs
    bool has_frames = false;           // shows pages of applications in frames
};

api::Raw page_of(api::Call&, const PageHead&, TemplateValues&);

template <class T> api::Raw page(api::Call& call, const PageHead& head, const T& content)
{
    TemplateValues values;
    values.add(content);
    return page_of(call, head, values);
}

// 303 to an address of ours, given as path and query.
api::Raw see_other(const api::Call&, std::string_view address);

// A message that the next page shows above its content; the words are in notices.cpp.
void leave_notice(api::Call&, std::string_view code);

http::Response refuse_page(const api::Call&, const Error&);

// Our own words for a person: a capital letter and a full stop.
std::string sentence(std::string_view);

// The path of an address of ours, with what ROOT_URL has before it.
std::string address_of(const config::Settings&, std::string_view path);

} // namespace cairn::pages
