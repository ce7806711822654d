#include "identity/redirect.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "http/url.hpp"

namespace cairn::identity {

namespace {

// An address cut into pieces, which put together again are the address.
struct Address {
    std::string_view scheme;    // "http"
    std::string_view authority; // "user@127.0.0.1:8080"; empty where there is none
    std::string_view rest;      // path, query and fragment
};

bool is_scheme(std::string_view text)
{
    return !text.empty() && text::is_alpha(text.front()) && std::ranges::all_of(text, [](char c) {
        return text::is_alpha(c) || text::is_digit(c) || c == '+' || c == '-' || c == '.';
    });
}

std::optional<Address> parse(std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == text.npos || !is_scheme(text.substr(0, colon))) return {};
    if (std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; })) return {};
    Address address{.scheme = text.substr(0, colon), .authority = {}, .rest = text.substr(colon + 1)};
    if (address.rest.starts_with("//")) {
        const auto begin = address.rest.substr(2);
        const auto end = std::min(begin.find_first_of("/?#"), begin.size());
        address.authority = begin.substr(0, end);
        address.rest = begin.substr(end);
    }
    return address;
}

bool is_web(const Address& address)
{
    return text::iequals(address.scheme, "http") || text::iequals(address.scheme, "https");
}

// RFC 6749, 3.1.2: an answer is written into the query, and what follows a # stays in the browser.
bool has_fragment(std::string_view address) { return address.contains('#'); }

// "127.0.0.1" and "8080", "[::1]" and "". The port is nothing when what stands there is no number.
struct Host {
    std::string_view name;
    std::optional<std::string_view> port;
};

Host host_of(std::string_view authority)
{
    if (const auto at = authority.rfind('@'); at != authority.npos) authority.remove_prefix(at + 1);
    const auto bracket = authority.rfind(']');
    const auto colon = authority.find(':', bracket == authority.npos ? 0 : bracket);
    if (colon == authority.npos) return {authority, ""};
    const auto port = authority.substr(colon + 1);
    if (!std::ranges::all_of(port, [](char c) { return text::is_digit(c); })) return {authority.substr(0, colon), {}};
    return {authority.substr(0, colon), port};
}

bool is_loopback(std::string_view name)
{
    if (name == "[::1]") return true;
    const auto parts = text::split(name, '.');
    return parts.size() == 4 && parts[0] == "127" && std::ranges::all_of(parts, [](std::string_view part) {
               const auto number = text::parse_integer(part);
               return part.size() <= 3 && number && *number >= 0 && *number <= 255;
           });
}

// The same but for the port, on the person's own machine.
bool is_same_loopback(const Address& requested, const Address& registered)
{
    // RFC 3986, 6.2.3: no path at all is the path "/".
    const auto rest = [](const Address& address) { return address.rest.empty() ? "/" : address.rest; };
    if (requested.scheme != "http" || registered.scheme != "http" || rest(requested) != rest(registered)) return false;
    if (requested.authority.contains('@') || registered.authority.contains('@')) return false;
    const auto wanted = host_of(requested.authority);
    const auto known = host_of(registered.authority);
    return wanted.port && known.port && wanted.name == known.name && is_loopback(wanted.name);
}

// A part of a query as it is written, and the name that it has for who reads it.
struct QueryPair {
    std::string name; // as it is written where it cannot be decoded: then it is none of ours
    std::string text;
};

std::vector<QueryPair> pairs_of(std::string_view query)
{
    std::vector<QueryPair> pairs;
    if (query.empty()) return pairs;
    for (const auto text : text::split(query, '&')) {
        const auto name = text.substr(0, text.find('='));
        pairs.push_back({http::decode_query(name).value_or(std::string(name)), std::string(text)});
    }
    return pairs;
}

} // namespace

Result<void> check_redirect(std::string_view text, std::span<const std::string> custom_schemes)
{
    if (text.empty()) return {}; // clients that need none send this; nothing is ever redirected to it
    const auto refuse = [&](std::string why) {
        return fail(Errc::bad_request, "the redirect address '" + std::string(text) + "' " + why);
    };
    const auto address = parse(text);
    if (!address) return refuse("is no address with a scheme");
    const bool custom = std::ranges::any_of(
        custom_schemes, [&](const std::string& scheme) { return text::iequals(scheme, address->scheme); });
    if (!is_web(*address) && !custom) return refuse("is neither http nor https");
    if (!host_of(address->authority).port) return refuse("has a port that is no number");
    if (has_fragment(text)) return refuse("has a fragment (what follows #), which no answer can be sent to");
    return {};
}

bool is_registered(std::string_view requested, std::span<const std::string> registered, bool confidential)
{
    // Whatever was imported: what is no address, or would not stay on its line in a header, is answered at by nobody.
    const auto wanted = parse(requested);
    if (!wanted || has_fragment(requested)) return false;
    if (std::ranges::find(registered, requested) != registered.end()) return true;
    return !confidential && std::ranges::any_of(registered, [&](const std::string& text) {
        const auto known = parse(text);
        return known && is_same_loopback(*wanted, *known);
    });
}

std::string with_parameters(std::string_view address,
                            std::span<const std::pair<std::string_view, std::string>> parameters)
{
    const auto hash = std::min(address.find('#'), address.size());
    const auto mark = std::min(address.find('?'), hash);
    auto pairs = pairs_of(mark < hash ? address.substr(mark + 1, hash - mark - 1) : std::string_view());
    // A name that is ours tells one thing: an address cannot bring a code of its own.
    std::erase_if(pairs, [&](const QueryPair& pair) {
        return std::ranges::any_of(parameters, [&](const auto& ours) { return ours.first == pair.name; });
    });
    for (const auto& [name, value] : parameters) {
        const auto next = std::ranges::find_if(pairs, [&](const QueryPair& pair) { return pair.name > name; });
        pairs.insert(next, {std::string(name), http::encode_query(name) + "=" + http::encode_query(value)});
    }
    std::string made(address.substr(0, mark));
    char separator = '?';
    for (const auto& pair : pairs) {
        made += separator;
        made += pair.text;
        separator = '&';
    }
    made += address.substr(hash);
    return made;
}

bool can_be_posted_to(std::string_view text)
{
    const auto address = parse(text);
    return address && is_web(*address);
}

bool is_web_address(std::string_view text)
{
    const auto address = parse(text);
    if (!address || std::ranges::any_of(text, [](unsigned char c) { return c <= 0x20 || c > 0x7e; })) return false;
    const auto host = host_of(address->authority);
    return is_web(*address) && !host.name.empty() && host.port && !address->authority.contains('@')
        && !text.contains('#');
}

bool is_on_own_machine(std::string_view text)
{
    const auto address = parse(text);
    if (!address) return false;
    const auto host = host_of(address->authority).name;
    return !is_web(*address) || is_loopback(host) || text::iequals(host, "localhost");
}

std::string origin_of(std::string_view text)
{
    const auto address = parse(text);
    if (!address) return {};
    if (address->authority.empty()) return std::string(address->scheme) + ":";
    auto authority = address->authority;
    if (const auto at = authority.rfind('@'); at != authority.npos) authority.remove_prefix(at + 1);
    return std::string(address->scheme) + "://" + std::string(authority);
}

} // namespace cairn::identity
