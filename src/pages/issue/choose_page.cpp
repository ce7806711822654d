#include "pages/issue/choose_page.hpp"

#include <algorithm>

#include "pages/issue/issue_address.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using api::Call;
using issues::IssueContext;
using words::Phrase;

FactChange change_of(const FactForm& form)
{
    const auto lacks = [](const std::vector<std::string>& list, const std::string& one) {
        return std::ranges::find(list, one) == list.end();
    };
    FactChange change;
    std::ranges::copy_if(form.chosen, std::back_inserter(change.added),
                         [&](const auto& one) { return lacks(form.before, one); });
    std::ranges::copy_if(form.before, std::back_inserter(change.removed),
                         [&](const auto& one) { return lacks(form.chosen, one); });
    return change;
}

ChooseView choose_view(Call& call, const IssueContext& at, std::string_view name, Phrase heading, const std::string& q,
                       Choices choices, Form<FactForm> form)
{
    const auto words = language_of(call).say(heading);
    return {.head = {.values = {{"index", std::to_string(at.issue.number)}}},
            .place = repository_place(call, at.place, at.issue.is_pull ? RepositoryTab::pulls : RepositoryTab::issues),
            .thread = thread_head(call, at, {}),
            .heading = words,
            .q = q,
            .menu = {.name = std::string(name),
                     .title = words,
                     .action = issue_actions(at) + "/" + std::string(name),
                     .choices = std::move(choices)},
            .form = std::move(form)};
}

} // namespace cairn::pages
