#include "accounts/keys/request_signature.hpp"

#include <algorithm>

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "http/date.hpp"

namespace cairn::accounts {

namespace {

constexpr std::int64_t clock_skew = 10;         // seconds that `created` and `expires` may be off
constexpr std::int64_t date_tolerance = 5 * 60; // seconds that a signed Date may be off
constexpr std::size_t most_covered = 64;        // names; a text of them all is not much longer than the headers

struct Parameter {
    std::string_view name;
    std::string_view value;
};

// name="value" or name=value, from the front of `rest` to its comma or end.
std::optional<Parameter> take_parameter(std::string_view& rest)
{
    const auto equals = rest.find('=');
    if (equals == rest.npos) return {};
    Parameter taken{rest.substr(0, equals), {}};
    rest.remove_prefix(equals + 1);
    const bool quoted = rest.starts_with('"');
    if (quoted) rest.remove_prefix(1);
    const auto end = quoted ? rest.find('"') : std::min(rest.find(','), rest.size());
    if (end == rest.npos) return {};
    taken.value = rest.substr(0, end);
    rest.remove_prefix(end + (quoted ? 1 : 0));
    if (rest.empty()) return taken;
    if (!rest.starts_with(',') || rest.size() == 1) return {};
    rest.remove_prefix(1);
    return taken;
}

// Each name once: one that came twice would stand for a text that nobody can tell apart from another.
bool read_covered(RequestSignature& into, std::string_view names)
{
    for (const auto name : text::split(names, ' ')) {
        auto lower = text::to_lower(name);
        if (lower.empty() || into.covers(lower) || into.covered.size() == most_covered) return false;
        into.covered.push_back(std::move(lower));
    }
    return true;
}

// The values of all headers of that name, joined as RFC 9110 lets a proxy join them.
std::optional<std::string> header_values(const http::Request& request, std::string_view name)
{
    std::optional<std::string> joined;
    for (const auto& header : request.headers) {
        if (!text::iequals(header.name, name)) continue;
        if (joined) *joined += ", ";
        else joined.emplace();
        *joined += text::trim(header.value);
    }
    return joined;
}

template <class Digest> std::string base64_of(const Digest& digest)
{
    return base64_encode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

} // namespace

bool RequestSignature::covers(std::string_view name) const { return std::ranges::find(covered, name) != covered.end(); }

bool looks_like_fingerprint(std::string_view text)
{
    constexpr std::string_view prefix = "SHA256:";
    return text.starts_with(prefix) && text.size() == prefix.size() + 43
        && base64_decode(text.substr(prefix.size()), Base64::standard_unpadded).has_value();
}

std::optional<RequestSignature> offered_signature(const http::Request& request)
{
    std::string_view rest = request.header("Signature");
    if (rest.empty() || text::istarts_with(text::trim(request.header("Authorization")), "signature ")) return {};
    // Two of them would leave open which one counts.
    const auto signatures = std::ranges::count_if(
        request.headers, [](const http::Header& header) { return text::iequals(header.name, "Signature"); });
    if (signatures != 1) return {};

    std::optional<std::string_view> key_id;
    std::optional<std::string_view> value;
    std::optional<std::string_view> covered;
    std::optional<std::string_view> created;
    std::optional<std::string_view> expires;
    while (!rest.empty()) {
        const auto parameter = take_parameter(rest);
        if (!parameter) return {};
        auto* known = parameter->name == "keyId" ? &key_id
            : parameter->name == "signature"     ? &value
            : parameter->name == "headers"       ? &covered
            : parameter->name == "created"       ? &created
            : parameter->name == "expires"       ? &expires
                                                 : nullptr;
        if (known == nullptr) continue; // also `algorithm`: the key says what it signs with
        if (known->has_value()) return {};
        *known = parameter->value;
    }
    if (!key_id || !value) return {};

    RequestSignature offered{.key_id = std::string(*key_id), .value = {}, .covered = {}};
    auto decoded = base64_decode(*value);
    if (!decoded || decoded->empty() || !read_covered(offered, covered.value_or("date"))) return {};
    offered.value = std::move(*decoded);
    const auto read_time = [](const std::optional<std::string_view>& text, std::optional<std::int64_t>& into) {
        if (!text) return true;
        into = text::parse_integer(*text, 0);
        return into.has_value();
    };
    if (!read_time(created, offered.created) || !read_time(expires, offered.expires)) return {};
    return offered;
}

std::optional<std::string> signed_text(const RequestSignature& signature, const http::Request& request)
{
    std::string text;
    for (const auto& name : signature.covered) {
        std::optional<std::string> value;
        if (name == "(request-target)") value = text::to_lower(request.method).append(" ").append(request.target);
        else if (name == "(created)" && signature.created) value = std::to_string(*signature.created);
        else if (name == "(expires)" && signature.expires) value = std::to_string(*signature.expires);
        else value = header_values(request, name);
        if (!value) return {};
        if (!text.empty()) text += '\n';
        text.append(name).append(": ").append(*value);
    }
    return text;
}

bool is_timely(const RequestSignature& signature, const http::Request& request, Time now)
{
    if (signature.created && *signature.created > now.seconds + clock_skew) return false;
    if (signature.expires && *signature.expires < now.seconds - clock_skew) return false;
    if (!signature.covers("date")) return true;
    const auto value = header_values(request, "date");
    const auto date = value ? http::parse_date(*value) : std::nullopt;
    return date && std::abs(date->seconds - now.seconds) <= date_tolerance;
}

bool has_signed_body(const RequestSignature& signature, const http::Request& request)
{
    if (!signature.covers("digest")) return true;
    if (request.stream != nullptr) return false;
    const auto value = header_values(request, "digest").value_or("");
    std::string sha256; // each made once, however often the header names it
    std::string sha512;
    bool fits = false;
    for (const auto digest : text::split_list(value)) {
        const auto equals = digest.find('=');
        const auto algorithm = digest.substr(0, equals);
        const auto wanted = equals == digest.npos ? std::string_view() : digest.substr(equals + 1);
        if (text::iequals(algorithm, "SHA-256")) {
            if (sha256.empty()) sha256 = base64_of(crypto::sha256(request.body));
            fits = wanted == sha256;
        } else if (text::iequals(algorithm, "SHA-512")) {
            if (sha512.empty()) sha512 = base64_of(crypto::sha512(request.body));
            fits = wanted == sha512;
        } else {
            continue; // weak or unknown: says nothing
        }
        if (!fits) return false;
    }
    return fits;
}

} // namespace cairn::accounts
