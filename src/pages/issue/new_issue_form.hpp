// The form for a new issue: which kinds there are, and what its fields begin with.
#pragma once

#include "issues/template_files.hpp"
#include "pages/issue/choices.hpp"
#include "pages/issue/facts.hpp"
#include "pages/issue/form_fields.hpp"
#include "pages/issue/text_form.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/row.hpp"

namespace cairn::pages {

// What a repository says about new issues, as far as the reader may read it.
struct IssueKinds {
    std::vector<issues::IssueTemplate> templates{};
    std::optional<issues::IssueTemplate> plain{}; // what one begins with that is of no kind
    std::vector<issues::IssueConfigContactLink> links{};
    std::vector<std::string> faulty{};
    std::string config_problem{};
    bool blank = true; // it can be of no kind
};
IssueKinds issue_kinds(const api::Call&, const issues::RepositoryContext&);

// By its path, or by the name of its file. Null for none.
const issues::IssueTemplate* find_kind(const IssueKinds&, std::string_view wanted);

struct NewIssueView {
    PageHead head{};
    RepositoryPlace place;
    std::string kind{};      // the template's name
    std::string about{};     // and what it is for
    std::string template_{}; // its file
    bool has_kinds = false;
    std::string ref{};
    std::string title{};
    std::string title_problem{};
    std::string problem{};
    WriteView write{};
    std::vector<FormField> fields{}; // instead of the text
    std::vector<LinkedIssue> alike{};
    bool may_write = false; // set facts
    Choices labels{};
    Choices assignees{};
    Choices milestones{};
    Choices projects{};
    std::string due_date{};
};
BOOST_DESCRIBE_STRUCT(NewIssueView, (),
                      (head, place, kind, about, template_, has_kinds, ref, title, title_problem, problem, write,
                       fields, alike, may_write, labels, assignees, milestones, projects, due_date))

// As the address and the template propose it; or, with `sent`, as it came.
NewIssueView new_issue_view(api::Call&, const issues::RepositoryContext&, const IssueKinds&,
                            const issues::IssueTemplate* kind, const SentText* sent = nullptr);

// Issues that may be about the same.
std::vector<LinkedIssue> alike_to(const api::Call&, const issues::RepositoryContext&, std::string_view title);

} // namespace cairn::pages
