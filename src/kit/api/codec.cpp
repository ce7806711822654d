// Joins the decoders to a request under way.
#include "api/codec.hpp"

#include <algorithm>

#include "api/codec_rules.hpp"
#include "api/long_texts.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "http/url.hpp"

namespace cairn::api {

namespace {

// No form that a person or a program fills in has more, and each costs more memory than the bytes that name it.
constexpr std::size_t max_form_fields = 10'000;

// The value of a Content-Type's charset, without quotes; empty when there is none.
std::string_view charset_of(std::string_view parameters)
{
    for (std::string_view parameter : text::split_list(parameters, ';'))
        if (text::istarts_with(parameter, "charset=")) {
            parameter.remove_prefix(std::string_view("charset=").size());
            if (parameter.size() >= 2 && parameter.starts_with('"') && parameter.ends_with('"'))
                parameter = parameter.substr(1, parameter.size() - 2);
            return parameter;
        }
    return {};
}

bool is_json(std::string_view type)
{
    constexpr std::string_view suffix = "+json";
    return text::iequals(type, "application/json") || text::iequals(type, "text/json")
        || (type.size() > suffix.size() && text::iequals(type.substr(type.size() - suffix.size()), suffix));
}

} // namespace

Result<BodyFormat> body_format(std::string_view content_type)
{
    const auto end = content_type.find(';');
    const std::string_view type = text::trim(content_type.substr(0, end));
    const std::string_view charset =
        end == content_type.npos ? std::string_view() : charset_of(content_type.substr(end + 1));
    if (!charset.empty() && !text::iequals(charset, "utf-8") && !text::iequals(charset, "us-ascii"))
        return refuse(Errc::unprocessable, "Content-Type", "the charset has to be utf-8");
    if (is_json(type)) return BodyFormat::json;
    if (text::iequals(type, "application/x-www-form-urlencoded")) return BodyFormat::form;
    if (text::iequals(type, "multipart/form-data")) return BodyFormat::parts;
    return refuse(Errc::unprocessable, "Content-Type", "application/json is expected");
}

Result<void> read_path(const Call& call, const Type& type, void* into) { return decode_path(type, call.path, into); }

Result<void> read_query(const Call& call, const Type& type, void* into)
{
    std::optional<PageBounds> bounds;
    if (call.operation.handler.paged)
        bounds = {.usual = call.settings().api.default_paging_num, .most = call.settings().api.max_response_items};
    return decode_query(type, call.query, bounds, into);
}

namespace {

Result<void> decode_body(const Call& call, const Type& type, void* into)
{
    const std::string_view body = call.request.body;
    if (body.empty()) return decode_json(type, body, into);
    const auto format = TRY(body_format(call.request.header("Content-Type")));
    if (format == BodyFormat::json) return decode_json(type, body, into);
    // The API takes files alone in parts; the forms of pages may come so as well.
    if (format == BodyFormat::parts && call.door == Door::api)
        return refuse(Errc::unprocessable, "Content-Type", "application/json is expected");
    return decode_form(type, TRY(form_fields(call)), into);
}

} // namespace

Result<QueryValues> form_fields(const Call& call)
{
    const std::string_view body = call.request.body;
    if (body.empty()) return QueryValues();
    const auto content_type = call.request.header("Content-Type");
    const auto format = TRY(body_format(content_type));
    if (format == BodyFormat::parts) return parse_parts(content_type, body, max_form_fields);
    if (format != BodyFormat::form) return QueryValues();
    if (static_cast<std::size_t>(std::ranges::count(body, '&')) >= max_form_fields)
        return refuse(Errc::unprocessable, "body", "the form has too many fields");
    return http::parse_query(body, max_form_fields);
}

Result<void> read_body(const Call& call, const Type& type, void* into)
{
    TRY(decode_body(call, type, into));
    // A text is never longer than what it was written in.
    const auto most = static_cast<std::size_t>(call.settings().limits.max_text_bytes);
    if (call.request.body.size() > most) TRY(check_texts(type, into, most));
    return {};
}

const void* loaded(const Call& call, const void* tag) { return call.loaded(tag); }
http::BodyReader* upload(const Call& call) { return call.request.stream; }

} // namespace cairn::api
