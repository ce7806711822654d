#include "admin/first_administrator.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/sign_in/password_change.hpp"
#include "accounts/sign_in/passwords.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"

namespace cairn::admin {

using namespace accounts;
using api::Call;

namespace {

constexpr std::size_t token_bytes = 24;

bool has_accounts(db::Queries& db) { return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM account) AS value"); }

// A number, and no name that begins like one.
bool is_loopback(std::string_view address)
{
    if (address == "::1") return true;
    if (constexpr std::string_view mapped = "::ffff:"; address.starts_with(mapped))
        address.remove_prefix(mapped.size());
    return address.starts_with("127.") && address.find_first_not_of("0123456789.") == address.npos;
}

// "localhost:3000", "[::1]:3000"
std::string_view without_port(std::string_view host)
{
    const auto colon = host.rfind(':');
    return colon == host.npos || host.ends_with(']') ? host : host.substr(0, colon);
}

// A page elsewhere can have its name lead to this machine, and its reader's browser come here under that name.
bool names_this_machine(std::string_view host)
{
    const auto name = without_port(host);
    return text::iequals(name, "localhost") || name == "[::1]" || is_loopback(name);
}

// What browsers send themselves, and no proxy.
bool has_come_directly(const http::Request& request)
{
    for (const std::string_view header :
         {"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via"})
        if (request.has_header(header)) return false;
    // What some proxies say when they are told to say nothing.
    return !text::iequals(request.header("Connection"), "close");
}

} // namespace

bool is_at_this_machine(std::string_view url)
{
    const auto begin = url.find("://");
    if (begin == url.npos) return false;
    const auto host = url.substr(begin + 3);
    return names_this_machine(host.substr(0, host.find('/')));
}

FirstAdministrator::FirstAdministrator(db::Database& db) : db_(db) { }

std::string FirstAdministrator::make_token()
{
    if (!is_open()) return {};
    auto token = crypto::random_base64url(token_bytes);
    digest_ = crypto::sha256_hex(token);
    return token;
}

bool FirstAdministrator::is_open()
{
    if (open_ && has_accounts(db_)) open_ = false; // an account that is deleted later opens nothing
    return open_;
}

bool FirstAdministrator::may_set_up(const Call& call, std::string_view token) const
{
    if (!token.empty() && !digest_.empty() && crypto::equal_in_constant_time(crypto::sha256_hex(token), digest_))
        return true;
    // A site that is reached by another name has something in front of it, which may make everybody look like this
    // machine: many a proxy says neither for whom it asks nor by which name.
    return is_at_this_machine(call.settings().server.root_url) && has_come_directly(call.request)
        && is_loopback(call.request.peer) && names_this_machine(call.request.header("Host"));
}

Result<Account> FirstAdministrator::create(const Call& call, const SetUpForm& form)
{
    if (!is_open()) return not_found("the page");
    if (!may_set_up(call, form.token)) return fail(Errc::forbidden, "open the link that the start has printed");
    TRY(check_name(form.user_name));
    TRY(check_email(form.email));
    TRY(check_new_password(call.settings(), form.password, form.retype));
    const NewAccount made{.name = form.user_name,
                          .email = form.email,
                          .password_hash = call.site.get<Passwords>().hash(form.password),
                          .is_admin = true,
                          .visibility = call.settings().service.default_user_visibility,
                          .keep_email_private = call.settings().service.default_keep_email_private};
    const auto event = audit_event(call, AuditKind::account_created);
    auto created = call.db().write([&](db::Transaction& tx) -> Result<Account> {
        if (has_accounts(tx)) return not_found("the page");
        auto account = TRY(create_account(tx, made));
        audit(tx, concerning(event, account));
        return account;
    });
    if (created) open_ = false;
    return created;
}

} // namespace cairn::admin
