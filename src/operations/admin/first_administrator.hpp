// The very first administrator of a new site: made by who runs it, who is at the machine or knows what the start has
// printed, and by nobody else.
#pragma once

#include <atomic>
#include <string>

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::admin {

struct SetUpForm {
    std::string token;
    std::string user_name;
    std::string email;
    std::string password;
    std::string retype;
};
BOOST_DESCRIBE_STRUCT(SetUpForm, (), (token, user_name, email, password, retype))
constexpr auto notes(const SetUpForm*)
{
    return std::array{
        Note{.member = "user_name", .required = true, .max_length = 40},
        Note{.member = "email", .required = true, .max_length = 254},
        Note{.member = "password", .required = true, .max_length = 255},
        Note{.member = "retype", .required = true, .max_length = 255},
    };
}

// Whether an address leads to the machine that it is opened on: by localhost, or a number of it.
bool is_at_this_machine(std::string_view url);

// A service of the site. Any thread may call.
class FirstAdministrator {
public:
    explicit FirstAdministrator(db::Database&);

    // What the start prints, once: of the token only a digest is kept, in memory. Empty: the site has accounts.
    std::string make_token();

    // Until there is an account.
    bool is_open();

    // Whether the request comes from this machine itself, with nobody in between and to a name of its own, of a site
    // whose ROOT_URL has such a name, or brings the token.
    bool may_set_up(const api::Call&, std::string_view token) const;

    // Errc::not_found when there is an account, however many try at the same time; Errc::forbidden for who may not;
    // Errc::unprocessable and Errc::bad_request for what is malformed.
    Result<accounts::Account> create(const api::Call&, const SetUpForm&);

private:
    db::Database& db_;
    std::string digest_{};
    std::atomic<bool> open_{true};
};

} // namespace cairn::admin
