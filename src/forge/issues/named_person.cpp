#include "issues/named_person.hpp"

#include "accounts/visibility.hpp"

namespace cairn::issues {

Result<NamedPerson> find_named_person(const api::View& view, const std::string& name)
{
    if (name.empty()) return NamedPerson{};
    const auto person = accounts::find_account(view.db(), name);
    if (!person) return not_found("the account");
    return NamedPerson{.id = person->id,
                       .hidden = !accounts::may_see(view.db(), accounts::Viewer::of(view.caller), *person)};
}

Result<void> check_is_shown(const NamedPerson& person, std::int64_t found)
{
    if (person.hidden && found == 0) return not_found("the account");
    return {};
}

} // namespace cairn::issues
