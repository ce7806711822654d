#include "http/negotiation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "http/compression.hpp"
#include "http/header_value.hpp"
#include "http/response_head.hpp"

namespace cairn::http {

namespace {

std::string_view opaque_part(std::string_view etag) { return etag.starts_with("W/") ? etag.substr(2) : etag; }

bool parse_number(std::string_view text, std::uint64_t& number)
{
    const auto* const begin = text.data();
    const auto* const end = begin + text.size();
    const auto [stopped, error] = std::from_chars(begin, end, number);
    return error == std::errc() && stopped == end;
}

std::string* find_header(Response& response, std::string_view name)
{
    const auto found =
        std::ranges::find_if(response.headers, [&](const auto& header) { return same_token(header.first, name); });
    return found == response.headers.end() ? nullptr : &found->second;
}

bool is_worth_compressing(Response& response, std::size_t compress_from)
{
    if (compress_from == 0 || text_of(response.body).size() < compress_from) return false;
    if (response.status < 200 || response.status == 204 || response.status == 206 || response.status == 304)
        return false;
    const auto* type = find_header(response, "Content-Type");
    return type && is_compressible(*type) && !find_header(response, "Content-Encoding");
}

// Lets only the bytes of the range through.
class PartWriter final : public BodyWriter {
public:
    PartWriter(BodyWriter& out, const ByteRange& range)
        : out_(out), skip_(range.first), left_(range.last - range.first + 1)
    {
    }
    void write(std::string_view bytes) override
    {
        const auto skipped = std::min<std::uint64_t>(skip_, bytes.size());
        skip_ -= skipped;
        bytes = bytes.substr(skipped, left_);
        left_ -= bytes.size();
        if (!bytes.empty()) out_.write(bytes);
    }

private:
    BodyWriter& out_;
    std::uint64_t skip_;
    std::uint64_t left_;
};

void cut(Body& body, const ByteRange& range)
{
    const auto length = range.last - range.first + 1;
    if (auto* file = std::get_if<FileRange>(&body)) {
        file->offset += range.first;
        file->length = length;
    } else if (auto* made = std::get_if<Producer>(&body); made && made->produce_part) {
        body = Producer{.produce = [part = std::move(made->produce_part), first = range.first,
                                    length](BodyWriter& out) { part(out, first, length); },
                        .length = length};
    } else if (made) {
        body = Producer{.produce =
                            [whole = std::move(made->produce), range](BodyWriter& out) {
                                PartWriter part(out, range);
                                whole(part);
                            },
                        .length = length};
    } else {
        body = std::string(text_of(body).substr(range.first, length));
    }
}

// Nothing where parts are not to be had.
std::optional<std::uint64_t> divisible_size(Response& response)
{
    if (const auto* file = std::get_if<FileRange>(&response.body)) return file->length;
    const auto* made = std::get_if<Producer>(&response.body);
    if (made && made->produce_part) return made->length;
    if (!find_header(response, "Accept-Ranges")) return {};
    if (made) return made->length;
    return text_of(response.body).size();
}

void apply_range(const Request& request, Response& response, std::uint64_t size)
{
    if (!find_header(response, "Accept-Ranges")) response.set("Accept-Ranges", "bytes");
    const auto header = request.header("Range");
    if (header.empty() || request.method != "GET") return;
    if (const auto condition = request.header("If-Range"); !condition.empty()) {
        // A part may be added to what the client has only if that is byte for byte the same: a strong tag.
        const auto* etag = find_header(response, "ETag");
        if (!etag || *etag != condition || condition.starts_with("W/")) return;
    }
    ByteRange range;
    switch (parse_range(header, size, range)) {
    case RangeVerdict::whole: return;
    case RangeVerdict::part:
        response.status = 206;
        response.set("Content-Range", fmt::format("bytes {}-{}/{}", range.first, range.last, size));
        cut(response.body, range);
        return;
    case RangeVerdict::unsatisfiable:
        response = error_response(416, "the range is beyond the end");
        response.set("Content-Range", fmt::format("bytes */{}", size));
        return;
    }
}

} // namespace

bool names_etag(std::string_view if_none_match, std::string_view etag)
{
    if (trim(if_none_match) == "*") return true;
    // A comma may stand inside an entity tag, so the list is not split but walked from quote to quote.
    while (!if_none_match.empty()) {
        const auto open = if_none_match.find('"');
        if (open == if_none_match.npos) return false;
        const auto close = if_none_match.find('"', open + 1);
        if (close == if_none_match.npos) return false;
        if (if_none_match.substr(open, close - open + 1) == opaque_part(etag)) return true;
        if_none_match.remove_prefix(close + 1);
    }
    return false;
}

RangeVerdict parse_range(std::string_view header, std::uint64_t size, ByteRange& range)
{
    const auto unit = take_until(header, '=');
    if (!same_token(unit, "bytes") || header.find(',') != header.npos) return RangeVerdict::whole;
    const auto first = take_until(header, '-');
    const auto last = trim(header);

    if (first.empty()) { // the last so many bytes
        std::uint64_t count = 0;
        if (!parse_number(last, count)) return RangeVerdict::whole;
        if (count == 0 || size == 0) return RangeVerdict::unsatisfiable;
        range = {size - std::min(count, size), size - 1};
        return RangeVerdict::part;
    }
    if (!parse_number(first, range.first)) return RangeVerdict::whole;
    if (last.empty()) range.last = UINT64_MAX;
    else if (!parse_number(last, range.last) || range.last < range.first) return RangeVerdict::whole;
    if (range.first >= size) return RangeVerdict::unsatisfiable;
    range.last = std::min(range.last, size - 1);
    return RangeVerdict::part;
}

bool negotiate(const Request& request, Response& response, std::size_t compress_from)
{
    bool compressing = false;
    if (is_worth_compressing(response, compress_from)) {
        // Also said of the answer that is not compressed, or a cache would give it to everyone.
        response.set("Vary", "Accept-Encoding");
        compressing = accepts_gzip(request.header("Accept-Encoding"));
        // The compressed bytes are others than those that a strong tag vouches for.
        if (auto* etag = find_header(response, "ETag"); etag && compressing && !etag->starts_with("W/"))
            etag->insert(0, "W/");
    }
    if (response.status != 200 || (request.method != "GET" && request.method != "HEAD")) return compressing;

    const auto* etag = find_header(response, "ETag");
    if (const auto known = request.header("If-None-Match"); etag && !known.empty() && names_etag(known, *etag)) {
        response.status = 304;
        response.body = std::string_view();
        return false;
    }
    if (const auto size = divisible_size(response)) apply_range(request, response, *size);
    return compressing && response.status == 200;
}

void compress(Response& response)
{
    response.body = gzip(text_of(response.body));
    response.set("Content-Encoding", "gzip");
}

std::string_view text_of(const Body& body)
{
    if (const auto* text = std::get_if<std::string>(&body)) return *text;
    if (const auto* text = std::get_if<std::string_view>(&body)) return *text;
    if (const auto* text = std::get_if<std::shared_ptr<const std::string>>(&body))
        return *text ? **text : std::string_view();
    return {};
}

} // namespace cairn::http
