#include "organizations/invitation.hpp"

#include "accounts/guards.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/composition.hpp"
#include "mail/outbox.hpp"
#include "organizations/invitation_letter.hpp"
#include "organizations/member.hpp"

namespace cairn::organizations {

using api::Call;
using db::bound;

namespace {

constexpr std::size_t token_bytes = 32;
constexpr std::int64_t hour = 3600;
constexpr std::int64_t day = 86400;

// Those that are open: `i` is the invitation, `t` its team and `inviter` who has sent it. Whoever may no longer add
// members has invited nobody.
void add_open(db::Composition& query, Time now)
{
    query << " FROM team_invitation i JOIN team t ON t.id = i.team_id JOIN account inviter ON inviter.id = i.inviter_id"
             " WHERE NOT i.ended AND i.expires_at > "
          << bound(now)
          << " AND inviter.is_active AND NOT inviter.prohibit_login AND (inviter.is_admin OR EXISTS (SELECT 1 FROM "
             "team ot"
             " JOIN team_member om ON om.team_id = ot.id WHERE ot.organization_id = t.organization_id"
             " AND ot.permission = 'owner' AND om.account_id = inviter.id))";
}

std::int64_t count_open(db::Queries& db, std::int64_t organization_id, Time now)
{
    db::Composition query("SELECT count(*) AS value");
    add_open(query, now);
    query << " AND t.organization_id = " << bound(organization_id);
    return db.first<std::int64_t>(query).value_or(0);
}

Result<void> check_limits(db::Transaction& tx, std::int64_t inviter_id, std::int64_t organization_id,
                          const std::string& lower_email, Time now)
{
    if (count_open(tx, organization_id, now) >= most_open_invitations)
        return fail(Errc::unprocessable, "the organization has too many open invitations; call some off first");
    const auto by_hour = tx.scalar<std::int64_t>("SELECT count(*) AS value FROM team_invitation WHERE inviter_id = $1"
                                                 " AND created_at > $2",
                                                 inviter_id, Time{now.seconds - hour});
    if (by_hour >= most_invitations_by_hour)
        return fail(Errc::unprocessable, "you have sent many invitations within an hour; wait a while");
    const auto of_address = tx.scalar<std::int64_t>("SELECT count(*) AS value FROM team_invitation"
                                                    " WHERE inviter_id = $1 AND created_at > $2 AND lower_email = $3",
                                                    inviter_id, Time{now.seconds - day}, lower_email);
    if (of_address >= most_invitations_of_address)
        return fail(Errc::unprocessable, "you have invited this address often enough today");
    return {};
}

// The language in which its reader has the site, if an account has the address, or that of the inviter.
std::string language_for(db::Queries& db, const std::string& lower_email, const Account& inviter)
{
    const auto reader = accounts::find_by_address(db, lower_email);
    return reader && !reader->language.empty() ? reader->language : inviter.language;
}

struct FoundInvitation {
    std::int64_t team_id = 0;
    std::string inviter;
    Time expires_at{};
};
BOOST_DESCRIBE_STRUCT(FoundInvitation, (), (team_id, inviter, expires_at))

std::optional<FoundInvitation> find_open(db::Queries& db, const std::string& hash)
{
    db::Composition query("SELECT t.id AS team_id, inviter.name AS inviter, i.expires_at");
    add_open(query, Time::now());
    query << " AND i.hash = " << bound(hash);
    return db.first<FoundInvitation>(query);
}

std::optional<Invited> find_invited(db::Queries& db, std::string_view token)
{
    if (token.size() != 2 * token_bytes) return {};
    auto hash = crypto::sha256_hex(token);
    auto found = find_open(db, hash);
    auto team = found ? find_team(db, found->team_id) : std::nullopt;
    auto organization = team ? find_organization(db, team->organization_id) : std::nullopt;
    if (!organization) return {};
    return Invited{.team = std::move(*team),
                   .organization = std::move(*organization),
                   .inviter = std::move(found->inviter),
                   .expires_at = found->expires_at,
                   .hash = std::move(hash)};
}

std::unexpected<Error> no_invitation()
{
    return fail(Errc::not_found, "the invitation works no more: it was accepted or called off, or it is too old");
}

} // namespace

bool can_invite(const Call& call) { return call.site.get<mail::Outbox>().enabled(); }

Result<void> invite(const Call& call, const TeamAndOrganization& to, const std::string& email)
{
    if (!can_invite(call)) return fail(Errc::unprocessable, "this site sends no mail, so it can invite nobody by it");
    TRY(accounts::check_email(email));
    TRY(accounts::check_not_stand_in(call.settings(), email));
    const auto& inviter = accounts::account_of(call.caller);
    const auto lower = text::to_lower(email);
    const auto token = crypto::random_hex(token_bytes);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto now = Time::now();
        tx.run("UPDATE team_invitation SET ended = TRUE WHERE team_id = $1 AND lower_email = $2", to.team.id, lower);
        TRY(check_limits(tx, inviter.id, to.organization.id, lower, now));
        const Time end{now.seconds + invitation_days * day};
        tx.run("INSERT INTO team_invitation (hash, team_id, inviter_id, email, lower_email, created_at, expires_at)"
               " VALUES ($1, $2, $3, $4, $5, $6, $7)",
               crypto::sha256_hex(token), to.team.id, inviter.id, email, lower, now, end);
        call.site.get<mail::Outbox>().put(tx,
                                          invitation_letter(call.settings(),
                                                            {.email = email,
                                                             .token = token,
                                                             .organization = to.organization.name,
                                                             .team = to.team.name,
                                                             .inviter = inviter.name,
                                                             .language = language_for(tx, lower, inviter)}));
        return {};
    });
}

std::vector<OpenInvitation> open_invitations(db::Queries& db, const StoredTeam& team)
{
    db::Composition query("SELECT i.id, i.email, inviter.name AS inviter, i.created_at, i.expires_at");
    add_open(query, Time::now());
    query << " AND i.team_id = " << bound(team.id) << " ORDER BY i.id DESC";
    return db.all<OpenInvitation>(query);
}

Result<void> call_off(const Call& call, const StoredTeam& team, std::int64_t invitation_id)
{
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (tx.run("UPDATE team_invitation SET ended = TRUE WHERE id = $1 AND team_id = $2 AND NOT ended",
                   invitation_id, team.id)
            == 0)
            return no_invitation();
        return {};
    });
}

Result<void> check_is_invited(Call& call)
{
    auto found = find_invited(call.db(), call.segment("token"));
    if (!found) return no_invitation();
    call.load(std::move(*found));
    return {};
}

Result<void> check_accepts_invitation(Call& call)
{
    auto found = find_invited(call.db(), call.segment("token"));
    if (!found) return no_invitation();
    TRY(accounts::check_signed_in(call)); // which loads the account
    call.load(std::move(*found));
    return {};
}

Result<void> accept(const Call& call, const Invited& invited)
{
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto found = find_open(tx, invited.hash);
        const auto team = found ? find_team(tx, found->team_id) : std::nullopt;
        if (!team) return no_invitation();
        TRY(add_to_team(tx, call, *team, accounts::account_of(call.caller)));
        tx.run("UPDATE team_invitation SET ended = TRUE WHERE hash = $1", invited.hash);
        return {};
    });
}

void forget_expired_invitations(db::Database& db)
{
    db.write([](db::Transaction& tx) { tx.run("DELETE FROM team_invitation WHERE expires_at <= $1", Time::now()); });
}

} // namespace cairn::organizations
