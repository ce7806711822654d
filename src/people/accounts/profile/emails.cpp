#include "accounts/profile/emails.hpp"

#include "accounts/guards.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/tables.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

struct CreateEmailOption {
    std::vector<std::string> emails;
};
BOOST_DESCRIBE_STRUCT(CreateEmailOption, (), (emails))
constexpr auto notes(const CreateEmailOption*)
{
    return std::array{Note{.member = "emails", .doc = "the addresses to add", .required = true}};
}

struct DeleteEmailOption {
    std::vector<std::string> emails;
};
BOOST_DESCRIBE_STRUCT(DeleteEmailOption, (), (emails))
constexpr auto notes(const DeleteEmailOption*)
{
    return std::array{Note{"emails", "the addresses to delete, in any case"}};
}

constexpr std::size_t most_at_once = 100;
constexpr Scope own_emails = scope::closed_to_public_only(scope::user);

std::vector<Email> addresses_of(db::Queries& db, const Account& account)
{
    return db.all<Email>("SELECT email, verified, is_primary AS \"primary\", 0 AS user_id, '' AS username"
                         " FROM email_address WHERE account_id = $1 ORDER BY id",
                         account.id);
}

Result<void> drop(db::Transaction& tx, const Account& self, const std::string& email)
{
    const auto id = tx.first<std::int64_t>("SELECT id FROM email_address WHERE account_id = $1 AND lower_email = $2",
                                           self.id, text::to_lower(email));
    if (!id) return fail(Errc::not_found, "'" + email + "' is no address of this account");
    return remove_address(tx, self.id, *id);
}

// Each address is a step of its own: what came before the one that fails stays done. So the failure is a value of the
// transaction and does not undo it.
template <class Step> Result<void> one_after_the_other(Call& call, const std::vector<std::string>& emails, Step step)
{
    if (emails.size() > most_at_once) return fail(Errc::unprocessable, "[emails]: at most 100 at once are allowed");
    auto failure = call.db().write([&](db::Transaction& tx) -> std::optional<Error> {
        for (const std::string& email : emails)
            if (auto done = step(tx, email); !done) return std::move(done).error();
        return {};
    });
    if (failure) return std::unexpected(std::move(*failure));
    return {};
}

Result<std::vector<Email>> list(Call& call, const Account& self) { return addresses_of(call.db(), self); }

Result<std::vector<Email>> create(Call& call, const Account& self, Body<CreateEmailOption> body)
{
    const config::Settings& settings = call.settings();
    const bool verified = !(settings.service.register_email_confirm && settings.mailer.enabled);
    TRY(one_after_the_other(call, body->emails, [&](db::Transaction& tx, const std::string& email) -> Result<void> {
        TRY(check_not_stand_in(settings, email));
        return add_address(tx, self.id, email, verified);
    }));
    return addresses_of(call.db(), self);
}

Result<> remove(Call& call, const Account& self, Body<DeleteEmailOption> body)
{
    return one_after_the_other(call, body->emails,
                               [&](db::Transaction& tx, const std::string& email) { return drop(tx, self, email); });
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/user/emails", own_emails, signed_in, handle<list>,   200, "userListEmails",  "List your e-mail addresses", {}, "EmailList"},
    {POST,   "/user/emails", own_emails, signed_in, handle<create>, 201, "userAddEmail",    "Add e-mail addresses", {422}, "EmailList"},
    {DELETE, "/user/emails", own_emails, signed_in, handle<remove>, 204, "userDeleteEmail", "Delete e-mail addresses", {404, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table email_table{"user", operations};

Result<void> replace_primary_email(db::Transaction& tx, const Account& account, const std::string& email)
{
    if (text::iequals(email, account.email)) return {};
    if (auto checked = check_email(email); !checked) return fail(Errc::bad_request, checked.error().message);
    const auto lower = text::to_lower(email);
    if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM email_address WHERE lower_email = $1) AS value", lower))
        return fail(Errc::bad_request, "the e-mail address '" + email + "' is used by an account");
    tx.run("UPDATE email_address SET email = $2, lower_email = $3, verified = TRUE"
           " WHERE account_id = $1 AND is_primary",
           account.id, email, lower);
    tx.run("UPDATE account SET email = $2, updated_at = $3 WHERE id = $1", account.id, email, Time::now());
    return {};
}

} // namespace cairn::accounts
