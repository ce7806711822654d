#include "notifications/leaving.hpp"

#include "accounts/profile/block.hpp"
#include "accounts/virtual_accounts.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "db/database.hpp"
#include "issues/subscription.hpp"
#include "repositories/social/watching.hpp"

namespace cairn::notifications {

using api::Call;

namespace {

constexpr std::string_view purpose = "unsubscribe from letters";
constexpr std::size_t longest_token = 128;
constexpr std::size_t bytes_of_signature = 16;

std::string signature_of(const config::Settings& settings, std::string_view text)
{
    const std::array<std::string_view, 3> pieces{purpose, std::string_view("\0", 1), text};
    const auto code = crypto::hmac_sha256(settings.security.secret_key, pieces);
    return base64url_encode({reinterpret_cast<const char*>(code.data()), bytes_of_signature});
}

std::optional<LetterTie> read_token(const config::Settings& settings, std::string_view token)
{
    const auto dot = token.find('.');
    if (token.size() > longest_token || dot == token.npos) return {};
    const auto text = token.substr(0, dot);
    if (!crypto::equal_in_constant_time(token.substr(dot + 1), signature_of(settings, text))) return {};
    return LetterTie::parse(text);
}

// The account and what it may read of that; nothing where either is not so any more.
std::optional<Leaving> find_leaving(db::Queries& db, const LetterTie& tie)
{
    auto account = accounts::find_account(db, tie.account_id);
    if (!account || account->kind != accounts::AccountKind::individual || !account->is_active
        || account->prohibit_login)
        return {};
    auto issue = tie.issue_id != 0 ? issues::find_issue(db, tie.issue_id) : std::nullopt;
    if (tie.issue_id != 0 && !issue) return {};
    // An issue may have moved since the letter was written.
    auto repository = repositories::find_repository(db, issue ? issue->repository_id : tie.repository_id);
    if (!repository) return {};
    Leaving found{.account = std::move(*account),
                  .owner = {},
                  .subject = {.repository = std::move(*repository), .issue = std::move(issue)}};
    const auto unit = found.subject.issue ? found.subject.issue->unit() : access::Unit::releases;
    const access::Viewer viewer{
        .id = found.account.id, .admin = found.account.is_admin, .restricted = found.account.is_restricted};
    if (!access::access_to(db, viewer, found.subject.repository.facts()).reads(unit)) return {};
    return found;
}

} // namespace

std::string LetterTie::text() const
{
    return std::to_string(account_id) + "-" + std::to_string(repository_id) + "-" + std::to_string(issue_id);
}

std::optional<LetterTie> LetterTie::parse(std::string_view text)
{
    const auto parts = text::split(text, '-');
    if (parts.size() != 3) return {};
    const auto account = text::parse_integer(parts[0], 1);
    const auto repository = text::parse_integer(parts[1], 1);
    const auto issue = text::parse_integer(parts[2], 0);
    if (!account || !repository || !issue) return {};
    return LetterTie{.account_id = *account, .repository_id = *repository, .issue_id = *issue};
}

std::string leave_address(const config::Settings& settings, const LetterTie& tie)
{
    const auto text = tie.text();
    return settings.server.root_url + "-/unsubscribe/" + text + "." + signature_of(settings, text);
}

bool letter_is_due(db::Queries& db, std::string_view text)
{
    const auto tie = LetterTie::parse(text);
    return !tie || find_leaving(db, *tie);
}

Result<void> check_leaves(Call& call)
{
    const auto tie = read_token(call.settings(), call.segment("token"));
    auto found = tie ? find_leaving(call.db(), *tie) : std::nullopt;
    if (!found) return not_found("the page");
    const auto owner = accounts::find_account(call.db(), found->subject.repository.owner_id);
    found->owner = owner ? owner->name : accounts::ghost().name;
    call.load(std::move(*found));
    return {};
}

void leave(const Call& call, const Leaving& leaving)
{
    call.db().write([&](db::Transaction& tx) {
        if (leaving.subject.issue) issues::subscribe(tx, leaving.account.id, leaving.subject.issue->id, false);
        else repositories::unwatch(tx, leaving.account.id, leaving.subject.repository.id);
    });
}

void come_back(const Call& call, const Leaving& leaving)
{
    if (accounts::is_blocked(call.db(), leaving.subject.repository.owner_id, leaving.account.id)) return;
    call.db().write([&](db::Transaction& tx) {
        if (leaving.subject.issue) issues::subscribe(tx, leaving.account.id, leaving.subject.issue->id, true);
        else repositories::watch(tx, leaving.account.id, leaving.subject.repository.id);
    });
}

} // namespace cairn::notifications
