#include "pages/making/owner_choice.hpp"

#include <algorithm>

#include "api/view.hpp"
#include "base/text.hpp"
#include "organizations/affiliation.hpp"
#include "repositories/lifecycle/creation.hpp"

namespace cairn::pages {

std::vector<OwnerChoice> owner_choices(const api::Call& call, std::string_view wanted)
{
    const auto& self = accounts::account_of(call.caller);
    std::vector<OwnerChoice> choices{{.name = self.name, .full_name = self.full_name}};
    for (auto& organization : organizations::organizations_to_create_in(call, self))
        choices.push_back({.name = organization.name, .full_name = organization.full_name});
    const auto same = [&](const OwnerChoice& choice) { return text::iequals(choice.name, wanted); };
    auto found = std::ranges::find_if(choices, same);
    // Administrators of the site may do it for anybody, whom no list has room for.
    if (found == choices.end() && !wanted.empty())
        if (const auto other = repositories::owner_for(call, wanted))
            found = choices.insert(choices.end(), {.name = other->name, .full_name = other->full_name});
    (found != choices.end() ? *found : choices.front()).chosen = true;
    return choices;
}

} // namespace cairn::pages
