// The sections about people and how they get in.
#pragma once

#include "base/reflect.hpp"

namespace cairn::config {

// Whether everybody needs a second step at sign-in.
enum class TwoFactorAuth : std::uint8_t { optional, enforced };
BOOST_DESCRIBE_ENUM(TwoFactorAuth, optional, enforced)

struct Security {
    bool install_lock = true;
    std::string secret_key;
    std::string secret_key_uri;
    std::string internal_token;
    std::string internal_token_uri;
    std::string password_hash_algo = "argon2";
    std::int64_t min_password_length = 8;
    std::vector<std::string> password_complexity{"off"};
    std::int64_t password_cache_time = 300;
    TwoFactorAuth two_factor_auth = TwoFactorAuth::optional;
    bool disable_query_auth_token = false;
    std::int64_t login_remember_days = 31;
    std::string cookie_remember_name = "cairn_remember";
    std::int64_t reverse_proxy_limit = 1;
    std::vector<std::string> reverse_proxy_trusted_proxies{"127.0.0.0/8", "::1/128"};
    std::int64_t login_max_failures = 20;
    std::int64_t login_max_failures_per_address = 300;
    std::int64_t login_slow_down_after = 100;
    std::int64_t login_failure_window = 600;
    std::int64_t audit_retention_days = 365;
    bool sandbox = true;
};
BOOST_DESCRIBE_STRUCT(Security, (),
                      (install_lock, secret_key, secret_key_uri, internal_token, internal_token_uri, password_hash_algo,
                       min_password_length, password_complexity, password_cache_time, two_factor_auth,
                       disable_query_auth_token, login_remember_days, cookie_remember_name, reverse_proxy_limit,
                       reverse_proxy_trusted_proxies, login_max_failures, login_max_failures_per_address,
                       login_slow_down_after, login_failure_window, audit_retention_days, sandbox))
constexpr auto notes(const Security*)
{
    return std::array{
        Note{"", "Secrets of the site, and what is asked of passwords and proxies."},
        Note{"install_lock",
             "Accepted because other servers need it: the set-up page locks itself as soon as there is an account."},
        Note{.member = "secret_key",
             .doc = "What secrets in the database are encrypted with. Made and saved here on the first start; whoever "
                    "loses it loses them.",
             .format = "password"},
        Note{"secret_key_uri", "Instead of SECRET_KEY: the file that holds it, as file:/etc/cairn/secret_key."},
        Note{.member = "internal_token",
             .doc =
                 "Accepted because other servers need it: the program's own helpers show nothing to the server here.",
             .format = "password"},
        Note{"internal_token_uri", "Accepted for the same reason."},
        Note{
            "password_hash_algo",
            "New passwords are hashed with argon2 (Argon2id), the only choice; its cost can be given as other servers "
            "write it, argon2$PASSES$KIB$LANES$LENGTH: argon2 alone is argon2$2$19456$1$32. Hashes of other kinds that "
            "were brought along are still read."},
        Note{.member = "min_password_length",
             .doc = "How many characters a new password has at least.",
             .minimum = 1,
             .maximum = 255},
        Note{"password_complexity",
             "What a new password must contain: any of `lower`, `upper`, `digit`, `spec`; or `off`."},
        Note{.member = "password_cache_time",
             .doc =
                 "How long a password that was just verified is recognized without the cost of its hash; 0 is never.",
             .format = "duration",
             .minimum = 0,
             .maximum = 3600},
        Note{"two_factor_auth",
             "`enforced`: until a person has set up a second step at sign-in, the pages lead there, no application is "
             "approved, and the password opens neither the API nor git. Tokens and SSH keys open what they did."},
        Note{"disable_query_auth_token", "Refuses tokens in the query, where proxies and logs can see them."},
        Note{.member = "login_remember_days",
             .doc = "How many days a browser stays signed in when its user asked for it.",
             .minimum = 1,
             .maximum = 3650},
        Note{"cookie_remember_name",
             "Accepted because other servers need it: the cookie of [session] remembers such a browser, too."},
        Note{.member = "reverse_proxy_limit",
             .doc = "How many trusted proxies may stand one behind the other; 0 ignores what proxies say.",
             .minimum = 0,
             .maximum = 100},
        Note{"reverse_proxy_trusted_proxies",
             "Networks of the proxies that are believed when they name the client's address; `*` is all."},
        Note{.member = "login_max_failures",
             .doc = "How many wrong passwords or one-time codes an address may send for one name within "
                    "LOGIN_FAILURE_WINDOW; then it is answered 429 and has to wait. From elsewhere the account is "
                    "reached as before. 0 is no limit.",
             .minimum = 0,
             .maximum = 1'000'000},
        Note{.member = "login_max_failures_per_address",
             .doc = "The same for all names together. Who has signed in from there lately is let through. As many "
                    "wrong tokens are answered, and then 429; those that are right work from there as before, and on "
                    "the machine itself none is counted. 0 is no limit.",
             .minimum = 0,
             .maximum = 1'000'000},
        Note{.member = "login_slow_down_after",
             .doc = "After so many wrong passwords for one account from anywhere within LOGIN_FAILURE_WINDOW, each "
                    "check of its password takes a second longer; nobody is locked out. As many wrong one-time codes "
                    "after right passwords end that second step until some time has passed. 0 is never.",
             .minimum = 0,
             .maximum = 1'000'000},
        Note{.member = "login_failure_window",
             .doc = "How long it takes until that many failures are forgotten, one after the other.",
             .format = "duration",
             .minimum = 1,
             .maximum = 86400},
        Note{.member = "audit_retention_days",
             .doc = "How many days the audit trail goes back; 0 keeps it for ever.",
             .minimum = 0,
             .maximum = 36500},
        Note{"sandbox",
             "Pictures, archives and YAML are decoded in processes that can reach nothing (seccomp), and git's "
             "processes reach their repository alone (Landlock). What the kernel does not have of it is done without, "
             "and the log says so; this is for one where it does not work."},
    };
}

enum class JwtAlgorithm : std::uint8_t { HS256, HS384, HS512, RS256, RS384, RS512, ES256, ES384, ES512, EdDSA };
BOOST_DESCRIBE_ENUM(JwtAlgorithm, HS256, HS384, HS512, RS256, RS384, RS512, ES256, ES384, ES512, EdDSA)

enum class ScopeChange : std::uint8_t { reauthorize, fail };
BOOST_DESCRIBE_ENUM(ScopeChange, reauthorize, fail)

// Who may register an application by a call (RFC 7591). token: whoever has an API token that may change the account;
// loopback: also anybody, for a program on the own machine that has no secret.
enum class DynamicRegistration : std::uint8_t { off, token, loopback };
BOOST_DESCRIBE_ENUM(DynamicRegistration, off, token, loopback)

struct OAuth2 {
    bool enabled = true;
    JwtAlgorithm jwt_signing_algorithm = JwtAlgorithm::RS256;
    std::string jwt_signing_private_key_file = "jwt/private.pem";
    std::string jwt_secret;
    std::string jwt_secret_uri;
    std::string jwt_claim_issuer;
    std::int64_t access_token_expiration_time = 3600;
    std::int64_t refresh_token_expiration_time = 730;
    bool invalidate_refresh_tokens = false;
    std::int64_t max_token_length = 32767;
    std::vector<std::string> default_applications{"git-credential-oauth", "git-credential-manager", "tea"};
    std::vector<std::string> custom_schemes;
    ScopeChange scope_change = ScopeChange::reauthorize;
    bool strict_scopes = false;
    bool issuer_in_redirect = true;
    bool dpop_nonce = false;
    std::vector<std::string> resources;
    DynamicRegistration dynamic_registration = DynamicRegistration::off;
    std::int64_t unused_client_expiration_time = 30 * 86400;
    std::vector<std::string> backchannel_logout_hosts{"external"};
};
BOOST_DESCRIBE_STRUCT(OAuth2, (),
                      (enabled, jwt_signing_algorithm, jwt_signing_private_key_file, jwt_secret, jwt_secret_uri,
                       jwt_claim_issuer, access_token_expiration_time, refresh_token_expiration_time,
                       invalidate_refresh_tokens, max_token_length, default_applications, custom_schemes, scope_change,
                       strict_scopes, issuer_in_redirect, dpop_nonce, resources, dynamic_registration,
                       unused_client_expiration_time, backchannel_logout_hosts))
constexpr auto notes(const OAuth2*)
{
    return std::array{
        Note{"", "The OAuth2 and OpenID Connect provider: signing in elsewhere with an account of this site."},
        Note{"enabled", "Whether there is one."},
        Note{
            "jwt_signing_algorithm",
            "What tokens are signed with. Applications may choose RS256 for their id tokens, which every client knows; "
            "its key is kept beside the other one."},
        Note{.member = "jwt_signing_private_key_file",
             .doc = "The signing key of the RS, ES and EdDSA algorithms, PEM; counted from the data folder, and made "
                    "when it is missing.",
             .format = "data-path"},
        Note{.member = "jwt_secret",
             .doc = "The signing key of the HS algorithms: 32 bytes in base64url. Made and saved here on the first "
                    "start.",
             .format = "password"},
        Note{"jwt_secret_uri", "Instead of JWT_SECRET: the file that holds it."},
        Note{"jwt_claim_issuer", "The issuer that tokens name. Empty: ROOT_URL without its last slash."},
        Note{.member = "access_token_expiration_time",
             .doc = "How long an access token lives.",
             .format = "duration",
             .minimum = 1,
             .maximum = 366 * 86400},
        Note{.member = "refresh_token_expiration_time",
             .doc = "How many hours a refresh token lives.",
             .minimum = 1,
             .maximum = 24 * 3660},
        Note{"invalidate_refresh_tokens",
             "Gives confidential clients a new refresh token at each use and ends the old one, as public clients "
             "always have it."},
        Note{.member = "max_token_length",
             .doc =
                 "Accepted because other servers need it: it is about tokens of other providers, and nobody signs in "
                 "here with one.",
             .minimum = 1024,
             .maximum = 1 << 20},
        Note{"default_applications", "Which of the well-known git clients are registered from the start."},
        Note{"custom_schemes", "Schemes other than http and https that applications may be redirected to."},
        Note{"scope_change",
             "What happens when an approved application asks for other scopes: the person decides "
             "again, or the request fails."},
        Note{"strict_scopes",
             "Refuses scopes that are not known. Otherwise a request that names one gets full access, "
             "as clients written for other servers expect."},
        Note{"issuer_in_redirect",
             "Tells an application in the redirect who answers it (`iss`, RFC 9207), which protects applications that "
             "use several providers from mixing them up. For clients that refuse what they do not know it can be "
             "turned off."},
        Note{"dpop_nonce",
             "Demands a nonce of the site in proofs of possession (DPoP, RFC 9449), so that none can be made ahead."},
        Note{"resources",
             "Addresses of other servers that take tokens of this site: applications may ask for tokens that are for "
             "these alone (RFC 8707)."},
        Note{"dynamic_registration",
             "Who may register an application by a call (RFC 7591): nobody, whoever sends an API token with the scope "
             "write:user, or also anybody for public clients that are answered on the own machine."},
        Note{.member = "unused_client_expiration_time",
             .doc = "When an application that has registered itself is deleted, if nobody uses it.",
             .format = "duration",
             .minimum = 3600,
             .maximum = 3660LL * 86400},
        Note{"backchannel_logout_hosts",
             "Which servers are told that somebody has signed out: rules as those of [webhook] ALLOWED_HOST_LIST."},
    };
}

enum class Visibility : std::uint8_t { public_, limited, private_ };
BOOST_DESCRIBE_ENUM(Visibility, public_, limited, private_)

// What a stranger's browser or eyes have to do before an account is made.
enum class CaptchaType : std::uint8_t { work, image };
BOOST_DESCRIBE_ENUM(CaptchaType, work, image)

struct Service {
    bool disable_registration = false;
    bool require_signin_view = false;
    bool enable_basic_authentication = true;
    bool register_email_confirm = false;
    bool register_manual_confirm = false;
    bool enable_captcha = false;
    CaptchaType captcha_type = CaptchaType::work;
    std::vector<std::string> email_domain_allowlist;
    std::vector<std::string> email_domain_blocklist;
    bool enable_notify_mail = false;
    std::int64_t active_code_live_minutes = 180;
    std::int64_t reset_passwd_code_live_minutes = 180;
    std::string no_reply_address;
    bool default_keep_email_private = false;
    Visibility default_user_visibility = Visibility::public_;
    std::vector<std::string> allowed_user_visibility_modes{"public", "limited", "private"};
    bool default_user_is_restricted = false;
    bool default_allow_create_organization = true;
    Visibility default_org_visibility = Visibility::public_;
    bool default_org_member_visible = false;
    bool enable_timetracking = true;
    bool default_enable_timetracking = true;
    bool default_allow_only_contributors_to_track_time = true;
    bool default_enable_dependencies = true;
    bool auto_watch_new_repos = true;
    bool auto_watch_on_changes = false;
    bool enable_user_heatmap = true;
};
BOOST_DESCRIBE_STRUCT(Service, (),
                      (disable_registration, require_signin_view, enable_basic_authentication, register_email_confirm,
                       register_manual_confirm, enable_captcha, captcha_type, email_domain_allowlist,
                       email_domain_blocklist, enable_notify_mail, active_code_live_minutes,
                       reset_passwd_code_live_minutes, no_reply_address, default_keep_email_private,
                       default_user_visibility, allowed_user_visibility_modes, default_user_is_restricted,
                       default_allow_create_organization, default_org_visibility, default_org_member_visible,
                       enable_timetracking, default_enable_timetracking, default_allow_only_contributors_to_track_time,
                       default_enable_dependencies, auto_watch_new_repos, auto_watch_on_changes, enable_user_heatmap))
constexpr auto notes(const Service*)
{
    return std::array{
        Note{"", "Who may have an account, and what a new one starts with."},
        Note{"disable_registration", "Only administrators make accounts."},
        Note{"require_signin_view", "Shows nothing to people who have not signed in."},
        Note{"enable_basic_authentication", "Accepts passwords by HTTP Basic. Tokens work there in any case."},
        Note{"register_email_confirm", "A new account is active when its mail address was confirmed. Needs [mailer]."},
        Note{"register_manual_confirm", "A new account is active when an administrator has approved it."},
        Note{"enable_captcha", "Whoever makes an account for themselves has to show that they are no program."},
        Note{"captcha_type",
             "How: work has the browser find a number for a second or three, or, where it cannot, a person read digits;"
             " image always asks for digits. No other site is asked."},
        Note{"email_domain_allowlist", "The only mail domains that may register, such as *.example.org. Empty: all."},
        Note{"email_domain_blocklist", "Mail domains that may not register."},
        Note{"enable_notify_mail", "Mails notifications to people who watch. Needs [mailer]."},
        Note{.member = "active_code_live_minutes",
             .doc = "How many minutes the link in a confirmation mail works.",
             .minimum = 1,
             .maximum = 43200},
        Note{.member = "reset_passwd_code_live_minutes",
             .doc = "How many minutes the link in a mail about a forgotten password works.",
             .minimum = 1,
             .maximum = 43200},
        Note{"no_reply_address", "The domain of the addresses that stand in for hidden ones. Empty: noreply.DOMAIN."},
        Note{"default_keep_email_private", "Hides the mail address of new accounts."},
        Note{"default_user_visibility", "Who sees a new account: everybody, people who signed in, nobody."},
        Note{"allowed_user_visibility_modes", "What people may choose for their own account."},
        Note{"default_user_is_restricted", "New accounts see only what they were given access to."},
        Note{"default_allow_create_organization", "New accounts may make organizations."},
        Note{"default_org_visibility", "Who sees a new organization."},
        Note{"default_org_member_visible", "Shows new members of an organization to the public."},
        Note{"enable_timetracking", "Offers time tracking on issues."},
        Note{"default_enable_timetracking", "New repositories have it."},
        Note{"default_allow_only_contributors_to_track_time", "In new repositories only contributors track time."},
        Note{"default_enable_dependencies", "In new repositories issues can depend on each other."},
        Note{"auto_watch_new_repos", "People watch repositories that they get access to."},
        Note{"auto_watch_on_changes", "People watch repositories from their first push on."},
        Note{"enable_user_heatmap", "Shows a calendar of activity on profiles."},
    };
}

enum class SameSite : std::uint8_t { lax, strict, none };
BOOST_DESCRIBE_ENUM(SameSite, lax, strict, none)

struct Session {
    std::string cookie_name = "cairn_session";
    bool cookie_secure = false;
    SameSite same_site = SameSite::lax;
    std::int64_t session_life_time = 86400;
};
BOOST_DESCRIBE_STRUCT(Session, (), (cookie_name, cookie_secure, same_site, session_life_time))
constexpr auto notes(const Session*)
{
    return std::array{
        Note{"", "Browsers that have signed in."},
        Note{"cookie_name", "The cookie that knows them."},
        Note{"cookie_secure", "Sends it by TLS only. Not set: true when ROOT_URL begins with https."},
        Note{"same_site", "Whether requests that other sites cause carry it."},
        Note{.member = "session_life_time",
             .doc = "How long a session lasts without use.",
             .format = "duration",
             .minimum = 60,
             .maximum = 366 * 86400},
    };
}

enum class EmailNotifications : std::uint8_t { enabled, onmention, disabled, andyourown };
BOOST_DESCRIBE_ENUM(EmailNotifications, enabled, onmention, disabled, andyourown)

struct Admin {
    bool disable_regular_org_creation = false;
    EmailNotifications default_email_notifications = EmailNotifications::enabled;
    std::vector<std::string> fixed_settings;
};
BOOST_DESCRIBE_STRUCT(Admin, (), (disable_regular_org_creation, default_email_notifications, fixed_settings))
constexpr auto notes(const Admin*)
{
    return std::array{
        Note{"", "What administrators keep to themselves or decide for others."},
        Note{"disable_regular_org_creation", "Only administrators make organizations."},
        Note{"default_email_notifications",
             "Which notifications a new account gets by mail: all, those that mention it, none, or all and its own."},
        Note{"fixed_settings",
             "Settings that are as this file says whatever administrators choose on the pages, such as "
             "service.DISABLE_REGISTRATION; `*` is all of them. What is set in the environment is fixed in any case."},
    };
}

} // namespace cairn::config
