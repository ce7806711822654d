// Forms in parts (RFC 7578), as browsers send those that have a file in them.
#include "api/codec.hpp"
#include "api/codec_rules.hpp"
#include "base/text.hpp"

namespace cairn::api {

namespace {

constexpr std::size_t longest_boundary = 70; // RFC 2046, 5.1.1

std::unexpected<Error> malformed() { return refuse(Errc::unprocessable, "body", "this is no form in parts"); }

// The value of a parameter of a header, without its quotes.
std::optional<std::string> parameter(std::string_view header, std::string_view name)
{
    for (auto at = header.find(';'); at != header.npos;) {
        auto rest = text::trim(header.substr(at + 1));
        const auto equals = rest.find('=');
        if (equals == rest.npos) return {};
        const auto key = text::trim(rest.substr(0, equals));
        rest.remove_prefix(equals + 1);
        std::string value;
        if (rest.starts_with('"')) {
            std::size_t i = 1;
            for (; i < rest.size() && rest[i] != '"'; ++i) {
                if (rest[i] == '\\' && i + 1 < rest.size() && (rest[i + 1] == '"' || rest[i + 1] == '\\')) ++i;
                value += rest[i];
            }
            rest.remove_prefix(std::min(rest.size(), i + 1));
        } else {
            value = text::trim(rest.substr(0, rest.find(';')));
            rest.remove_prefix(std::min(rest.size(), rest.find(';')));
        }
        if (text::iequals(key, name)) return value;
        const auto next = rest.find(';');
        at = next == rest.npos ? rest.npos : static_cast<std::size_t>(rest.data() - header.data()) + next;
    }
    return {};
}

// The Content-Disposition among the headers of a part.
std::string_view disposition(std::string_view headers)
{
    while (!headers.empty()) {
        const auto end = headers.find("\r\n");
        const auto line = headers.substr(0, end);
        constexpr std::string_view name = "content-disposition:";
        if (text::istarts_with(line, name)) return line.substr(name.size());
        headers = end == headers.npos ? std::string_view() : headers.substr(end + 2);
    }
    return {};
}

} // namespace

Result<std::vector<FormPart>> split_parts(std::string_view content_type, std::string_view body, std::size_t most)
{
    const auto boundary = parameter(content_type, "boundary");
    if (!boundary || boundary->empty() || boundary->size() > longest_boundary) return malformed();
    const std::string line = "--" + *boundary;
    if (!body.starts_with(line)) return malformed();
    body.remove_prefix(line.size());
    const std::string between = "\r\n" + line;
    std::vector<FormPart> parts;
    while (!body.starts_with("--")) {
        if (!body.starts_with("\r\n")) return malformed();
        // The empty line may follow at once.
        const auto blank = body.find("\r\n\r\n");
        const auto end = body.find(between, 2);
        if (blank == body.npos || end == body.npos || blank + 4 > end + 2) return malformed();
        const auto header = disposition(body.substr(2, blank - 2));
        auto name = parameter(header, "name");
        if (!name) return malformed();
        if (parts.size() == most) return refuse(Errc::unprocessable, "body", "the form has too many fields");
        parts.push_back({.name = std::move(*name),
                         .file_name = parameter(header, "filename"),
                         .content = blank + 4 <= end ? body.substr(blank + 4, end - blank - 4) : std::string_view()});
        body.remove_prefix(end + between.size());
    }
    return parts;
}

Result<QueryValues> parse_parts(std::string_view content_type, std::string_view body, std::size_t most)
{
    QueryValues fields;
    for (auto& part : TRY(split_parts(content_type, body, most)))
        if (!part.file_name) fields.emplace_back(std::move(part.name), part.content);
    return fields;
}

} // namespace cairn::api
