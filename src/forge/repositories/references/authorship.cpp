#include "repositories/references/authorship.hpp"

#include "accounts/user.hpp"
#include "base/text.hpp"

namespace cairn::repositories {

git::Person author_of(const accounts::Account& account, const config::Settings& settings)
{
    // Git has no way to write these into a person's name.
    const bool writable = account.full_name.find_first_of("<>\n\r") == account.full_name.npos;
    const auto full_name = text::trim(account.full_name);
    auto email = accounts::show_user_plainly(account, true, settings).email;
    if (email.empty()) email = accounts::show_user_plainly(account, false, settings).email;
    return {.name = writable && !full_name.empty() ? std::string(full_name) : account.name,
            .email = std::move(email),
            .when = Time::now()};
}

} // namespace cairn::repositories
