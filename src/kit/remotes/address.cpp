#include "remotes/address.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "http/url.hpp"

namespace cairn::remotes {

namespace {

constexpr std::size_t longest = 2048;

std::uint16_t usual_port(std::string_view scheme)
{
    if (scheme == "https") return 443;
    return scheme == "http" ? 80 : 9418;
}

std::unexpected<Error> refuse(std::string why) { return fail(Errc::unprocessable, std::move(why)); }

bool is_host_name(std::string_view host)
{
    return !host.empty() && host.size() <= 253 && host.front() != '-' && std::ranges::all_of(host, [](char c) {
        return text::is_alpha(c) || text::is_digit(c) || c == '.' || c == '-' || c == '_';
    });
}

bool is_address_v6(std::string_view host)
{
    return !host.empty() && std::ranges::all_of(host, [](char c) {
        return text::is_digit(c) || (c >= 'a' && c <= 'f') || c == ':' || c == '.';
    });
}

Result<Credentials> parse_credentials(std::string_view text)
{
    const auto colon = text.find(':');
    const auto name = http::decode_path_segment(text.substr(0, colon));
    const auto secret = http::decode_path_segment(colon == text.npos ? std::string_view() : text.substr(colon + 1));
    if (!name || !secret) return refuse("the name or password in the address is not escaped as it has to be");
    return Credentials{.name = *name, .secret = *secret};
}

Result<void> parse_authority(std::string_view text, Address& address)
{
    std::string_view host = text;
    std::string_view port;
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        if (end == text.npos) return refuse("the address has no host");
        host = text.substr(1, end - 1);
        port = text.substr(end + 1);
    } else if (const auto colon = text.find(':'); colon != text.npos) {
        host = text.substr(0, colon);
        port = text.substr(colon);
    }
    address.host = text::to_lower(host);
    if (text.starts_with('[') ? !is_address_v6(address.host) : !is_host_name(address.host))
        return refuse("the address has no host");
    address.port = usual_port(address.scheme);
    if (port.empty()) return {};
    const auto number = port.starts_with(':') ? text::parse_integer(port.substr(1)) : std::nullopt;
    if (!number || *number < 1 || *number > 65535) return refuse("the address has no port that there is");
    address.port = static_cast<std::uint16_t>(*number);
    return {};
}

} // namespace

std::string Address::authority() const
{
    const auto name = host.find(':') == host.npos ? host : "[" + host + "]";
    return port == usual_port(scheme) ? name : name + ":" + std::to_string(port);
}

std::string Address::text() const { return scheme + "://" + authority() + path; }

Result<Remote> parse_remote(std::string_view text)
{
    text = text::trim(text);
    if (text.empty()) return refuse("the address is missing");
    if (text.size() > longest) return refuse("the address is too long");
    // What a URL cannot have would be something else to whoever reads it next.
    if (std::ranges::any_of(text,
                            [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7f || c == '\\'; }))
        return refuse("the address has characters that no address has");
    if (text.starts_with('/') || text.starts_with('.') || text.starts_with('~')
        || text::to_lower(text).starts_with("file:"))
        return fail(Errc::forbidden, "repositories on the server's own disk cannot be named");
    const auto scheme_end = text.find("://");
    if (scheme_end == text.npos) return refuse("the address has to begin with https://, http:// or git://");
    Remote remote;
    remote.address.scheme = text::to_lower(text.substr(0, scheme_end));
    if (remote.address.scheme != "http" && remote.address.scheme != "https" && remote.address.scheme != "git")
        return refuse("the address has to begin with https://, http:// or git://");
    text.remove_prefix(scheme_end + 3);
    if (text.find_first_of("?#") != text.npos)
        return refuse("the address of a repository has no query and no fragment");
    const auto slash = text.find('/');
    if (slash == text.npos || slash + 1 == text.size()) return refuse("the address names a server and no repository");
    remote.address.path = text.substr(slash);
    auto authority = text.substr(0, slash);
    if (const auto at = authority.rfind('@'); at != authority.npos) {
        remote.credentials = TRY(parse_credentials(authority.substr(0, at)));
        authority.remove_prefix(at + 1);
    }
    TRY(parse_authority(authority, remote.address));
    return remote;
}

Address wiki_of(const Address& repository)
{
    auto wiki = repository;
    while (wiki.path.ends_with('/')) wiki.path.pop_back();
    if (wiki.path.ends_with(".git")) wiki.path.resize(wiki.path.size() - 4);
    wiki.path += ".wiki.git";
    return wiki;
}

} // namespace cairn::remotes
