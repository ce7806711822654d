// What names, addresses and passwords may look like.
#include <algorithm>
#include <array>

#include "accounts/account.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t longest_name = 40;
constexpr std::size_t longest_email = 254;
constexpr std::size_t longest_password = 255; // in characters; names and addresses are ASCII
constexpr std::size_t longest_character = 4;  // in bytes of UTF-8

// Names that are addresses of the site itself, and those of the two accounts that exist without a row.
constexpr auto reserved_names = std::to_array<std::string_view>({
    ".",
    "..",
    ".well-known",
    "api",
    "metrics",
    "v2",
    "assets",
    "attachments",
    "avatar",
    "avatars",
    "repo-avatars",
    "captcha",
    "login",
    "org",
    "repo",
    "user",
    "explore",
    "issues",
    "pulls",
    "milestones",
    "notifications",
    "favicon.ico",
    "manifest.json",
    "robots.txt",
    "sitemap.xml",
    "ssh_info",
    "swagger.v1.json",
    "openapi3.v1.json",
    "ghost",
    "gitea-actions",
    "cairn-actions",
});
// Endings that make another thing of an account's address: its keys, its feed, its picture.
constexpr auto reserved_endings = std::to_array<std::string_view>({".keys", ".gpg", ".rss", ".atom", ".png"});

constexpr bool is_alphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
constexpr bool is_separator(char c) { return c == '-' || c == '_' || c == '.'; }

constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// What [security] PASSWORD_COMPLEXITY may demand.
struct KindOfCharacter {
    std::string_view word;
    std::string_view demanded;
    bool (*has)(char);
};
constexpr auto kinds_of_characters = std::to_array<KindOfCharacter>({
    {"lower", "a lower-case letter", &is_lower},
    {"upper", "an upper-case letter", &is_upper},
    {"digit", "a digit", &text::is_digit},
    {"spec", "a character that is neither letter nor digit", [](char c) { return !is_alphanumeric(c); }},
});

std::unexpected<Error> invalid(std::string message) { return fail(Errc::unprocessable, std::move(message)); }

// Words joined by single dots, as RFC 5322 calls a dot-atom; each word of characters that `allowed` takes.
bool is_dotted(std::string_view text, bool (*allowed)(char))
{
    char previous = '.';
    for (char c : text) {
        if (c == '.' ? previous == '.' : !allowed(c)) return false;
        previous = c;
    }
    return previous != '.';
}

bool may_stand_before_at(char c)
{
    return is_alphanumeric(c) || std::string_view("!#$%&'*+-/=?^_{|}~`").find(c) != std::string_view::npos;
}
bool may_stand_in_domain(char c) { return is_alphanumeric(c) || c == '-'; }

} // namespace

Result<void> check_name(std::string_view name)
{
    if (name.empty()) return invalid("a name is required");
    if (name.size() > longest_name) return invalid("a name has at most 40 characters");
    if (!std::ranges::all_of(name, [](char c) { return is_alphanumeric(c) || is_separator(c); }))
        return invalid("a name consists of letters, digits, '-', '_' and '.'");
    if (!is_alphanumeric(name.front())) return invalid("a name starts with a letter or a digit");
    if (!is_alphanumeric(name.back())) return invalid("a name ends with a letter or a digit");
    if (std::ranges::adjacent_find(name, [](char a, char b) { return is_separator(a) && is_separator(b); })
        != name.end())
        return invalid("a name has no two of '-', '_' and '.' in a row");
    const auto lower = text::to_lower(name);
    if (std::ranges::find(reserved_names, lower) != reserved_names.end()
        || std::ranges::any_of(reserved_endings, [&](auto ending) { return lower.ends_with(ending); }))
        return invalid("the name '" + std::string(name) + "' is reserved");
    return {};
}

Result<void> check_email(std::string_view email)
{
    if (email.empty()) return invalid("an e-mail address is required");
    if (email.size() > longest_email) return invalid("an e-mail address has at most 254 characters");
    const auto at = email.find('@');
    const auto domain = at == email.npos ? std::string_view() : email.substr(at + 1);
    if (email.starts_with('-') || !is_dotted(email.substr(0, at), may_stand_before_at)
        || !is_dotted(domain, may_stand_in_domain) || domain.find('.') == domain.npos)
        return invalid("'" + std::string(email) + "' is not an e-mail address");
    return {};
}

Result<void> check_website(std::string_view address)
{
    if (address.empty()) return {};
    const auto scheme = text::istarts_with(address, "https://") ? 8U : text::istarts_with(address, "http://") ? 7U : 0U;
    const auto rest = address.substr(scheme);
    const auto host = rest.substr(0, rest.find_first_of("/?#"));
    const auto colon = host.ends_with(']') ? host.npos : host.rfind(':');
    const auto port = colon == host.npos ? std::string_view() : host.substr(colon + 1);
    const bool has_port = colon == host.npos || text::parse_integer(port, 1, 65535).has_value();
    const bool printable =
        std::ranges::all_of(address, [](char c) { return static_cast<unsigned char>(c) > ' ' && c != 0x7F; });
    if (scheme == 0 || host.substr(0, colon).empty() || !has_port || !printable)
        return invalid("'" + std::string(address) + "' is no address of a website: it begins with http:// or https://");
    return {};
}

Result<void> check_password(const config::Settings& settings, std::string_view password)
{
    const auto least = static_cast<std::size_t>(settings.security.min_password_length);
    const auto length = utf8_length(password);
    if (length < least)
        return fail(Errc::bad_request, "a password has at least " + std::to_string(least) + " characters");
    // What is no text could have any number of bytes that begin no character.
    if (length > longest_password || password.size() > longest_password * longest_character)
        return invalid("a password has at most 255 characters");
    for (const auto& demand : settings.security.password_complexity)
        for (const auto& [word, demanded, has] : kinds_of_characters)
            if (text::iequals(demand, word) && !std::ranges::any_of(password, has))
                return fail(Errc::bad_request, "a password contains " + std::string(demanded));
    return {};
}

} // namespace cairn::accounts
