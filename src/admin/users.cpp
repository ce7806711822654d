#include "admin/users.hpp"

#include "accounts/account_letters.hpp"
#include "accounts/audit.hpp"
#include "accounts/guards.hpp"
#include "accounts/passwords.hpp"
#include "accounts/user.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"

namespace cairn::admin {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

struct CreateUserOption {
    std::int64_t source_id = 0;
    std::string login_name;
    std::string username;
    std::string full_name;
    std::string email;
    std::string password;
    std::optional<bool> must_change_password;
    bool send_notify = false;
    bool restricted = false;
    std::optional<Visibility> visibility;
    std::optional<Time> created_at;
};
BOOST_DESCRIBE_STRUCT(CreateUserOption, (),
                      (source_id, login_name, username, full_name, email, password, must_change_password, send_notify,
                       restricted, visibility, created_at))
constexpr auto notes(const CreateUserOption*)
{
    return std::array{
        Note{.member = "username", .doc = "the name to sign in with", .required = true, .max_length = 40},
        Note{.member = "email", .doc = "the primary address", .required = true, .max_length = 254},
        Note{.member = "full_name", .max_length = 100},
        Note{.member = "password", .max_length = 255},
        Note{"must_change_password", "refuse everything until the person has changed it; true unless said otherwise"},
        Note{"send_notify", "tell the person by mail, where the site sends any"},
        Note{"source_id", "the sign-in source; 0 is this site"},
        Note{"login_name", "the name at the sign-in source"},
        Note{"created_at", "when the account is said to have been made; now unless said otherwise"},
    };
}

Result<User> create(Call& call, Body<CreateUserOption> body)
{
    const config::Settings& settings = call.settings();
    if (body->source_id != 0) return fail(Errc::unprocessable, "there is no such sign-in source");
    TRY(check_password(settings, body->password));
    TRY(check_name(body->username));
    TRY(check_email(body->email));

    const NewAccount made{
        .name = body->username,
        .email = body->email,
        .password_hash = call.site.passwords.hash(body->password),
        .full_name = body->full_name,
        .login_name = body->login_name,
        .must_change_password = body->must_change_password.value_or(true),
        .is_restricted = body->restricted,
        .visibility = body->visibility.value_or(settings.service.default_user_visibility),
        .keep_email_private = settings.service.default_keep_email_private,
        .allow_create_organization = settings.service.default_allow_create_organization,
        .created_at = body->created_at,
    };
    const auto event = audit_event(call, AuditKind::account_created);
    const auto account = TRY(call.db().write([&](db::Transaction& tx) -> Result<Account> {
        auto created = TRY(create_account(tx, made));
        audit(tx, concerning(event, created));
        if (body->send_notify) call.site.outbox.put(tx, welcome_letter(settings, created));
        return created;
    }));
    if (body->send_notify) call.site.outbox.wake();
    return show_user(account, call.caller, settings);
}

// clang-format off
constexpr Operation operations[] = {
    {POST, "/admin/users", scope::admin, administers_site, handle<create>, 201, "adminCreateUser", "Make an account", {400, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table user_table{"admin", operations};

} // namespace cairn::admin
