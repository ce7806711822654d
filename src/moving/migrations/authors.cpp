#include "migrations/authors.hpp"

#include <algorithm>

#include "accounts/account.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::migrations {

namespace {

bool is_linked(const config::Migrations& settings, const remotes::Address& address)
{
    return std::ranges::any_of(settings.linked_servers, [&](const std::string& server) {
        return text::iequals(server, address.authority())
            || text::iequals(server, address.host + ":" + std::to_string(address.port));
    });
}

} // namespace

Authors::Authors(const api::Site& site, const Source& source, const remotes::Remote& remote)
    : site_(site), source_(source), linked_(is_linked(site.settings().migrations, remote.address))
{
}

void Authors::learn(const SourceUser& user) const
{
    constexpr std::size_t most = 100'000;
    const auto name = text::to_lower(user.login);
    if (!linked_ || name.empty() || user.id < 0 || known_.contains(name) || known_.size() >= most) return;
    auto told = source_.user(user.login);
    known_.emplace(name, find(told && text::iequals(told->login, name) ? *told : user));
}

void Authors::learn(const std::vector<SourceReaction>& reactions) const
{
    for (const auto& reaction : reactions)
        if (reaction.user) learn(*reaction.user);
}

std::optional<std::int64_t> Authors::account_of(const SourceUser& user) const
{
    if (!linked_ || user.login.empty() || user.id < 0) return {};
    const auto known = known_.find(text::to_lower(user.login));
    return known != known_.end() ? known->second : find(user);
}

std::optional<std::int64_t> Authors::find(const SourceUser& user) const
{
    if (!user.email.empty())
        if (auto owner = site_.db.first<std::int64_t>(
                "SELECT e.account_id FROM email_address e JOIN account a ON a.id = e.account_id"
                " WHERE e.lower_email = $1 AND e.verified AND a.kind = 'individual'",
                text::to_lower(user.email)))
            return owner;
    const auto account = accounts::find_account(site_.db, user.login);
    if (!account || account->kind != accounts::AccountKind::individual) return {};
    return account->id;
}

} // namespace cairn::migrations
