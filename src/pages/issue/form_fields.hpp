// The fields that a repository asks new issues for (.yaml forms): as a page shows them, and the text that comes of
// them.
#pragma once

#include "api/call.hpp"
#include "base/html.hpp"
#include "issues/template_form.hpp"
#include "repositories/guards.hpp"

namespace cairn::pages {

// A word of a list, or a box.
struct FieldOption {
    std::string value; // what is sent
    std::string words{};
    Html html{}; // of a box: the words, with links in them
    bool required = false;
    bool chosen = false;
    bool in_form = true;
    bool in_text = true;
};
BOOST_DESCRIBE_STRUCT(FieldOption, (), (value, words, html, required, chosen, in_form, in_text))

struct FormField {
    std::string type; // markdown, input, textarea, dropdown or checkboxes
    std::string id{};
    std::string name{}; // "form-field-ID"
    std::string label{};
    Html description{};
    std::string placeholder{};
    std::string value{};
    std::string render{}; // the language of a block of code that the answer stands in
    bool required = false;
    bool number = false;
    std::string pattern{};
    bool multiple = false;
    bool as_list = false;     // several of them are lines of a list
    bool hides_label = false; // in the text
    std::vector<FieldOption> options{};
    Html words{}; // of what is only read
    bool in_form = true;
    bool in_text = true;
    std::string problem{};
};
BOOST_DESCRIBE_STRUCT(FormField, (),
                      (type, id, name, label, description, placeholder, value, render, required, number, pattern,
                       multiple, as_list, hides_label, options, words, in_form, in_text, problem))

// As the file has them, with what the address proposes: "id=..." or "field:id=...".
std::vector<FormField> form_fields(const api::Call&, const repositories::RepositoryContext&,
                                   const std::vector<issues::IssueFormField>&, const api::QueryValues& proposed);

// Takes what was sent, and says what is missing beside its field. Whether nothing is.
bool fill_fields(std::vector<FormField>&, const api::QueryValues& sent, const api::Call&);

// What was sent for fields that the form does not have any more, as a text: nobody's words are lost with a template.
// Empty where there is none.
std::string text_of_lost_fields(const std::vector<FormField>&, const api::QueryValues& sent);

// What the issue says.
std::string text_of_fields(const std::vector<FormField>&);

} // namespace cairn::pages
