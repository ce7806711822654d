// What clients send, read into described structs: JSON, forms, query parameters, segments of the path. Nothing here
// knows a request, so that each is tested and fuzzed by itself; codec.cpp joins them to a Call.
//
// A refusal names the member by its path and says what is expected of it: "[redirect_uris.0]: text is expected".
#pragma once

#include "api/call.hpp"

namespace cairn::api {

// Members match whatever the case of their names (an exact one wins), null is the same as absent, as are an empty word
// for a choice and the zero time of other languages for a date; unknown members are ignored, and an empty text is an
// empty object. Errc::unprocessable for everything else that does not fit.
Result<void> decode_json(const Type&, std::string_view text, void* into);

// A form's decoded fields in place of JSON. Objects and maps have no form.
Result<void> decode_form(const Type&, const QueryValues&, void* into);

// How many items a page has.
struct PageBounds {
    std::int64_t usual;
    std::int64_t most;
};

// An empty parameter is an absent one. With bounds, `page` and `limit` are those of a Paging: they are never refused
// but brought within the bounds.
Result<void> decode_query(const Type&, const QueryValues&, const std::optional<PageBounds>&, void* into);

// Errc::not_found for a segment that cannot be what its member wants.
Result<void> decode_path(const Type&, const PathValues&, void* into);

enum class BodyFormat : std::uint8_t { json, form, parts };

// By the Content-Type of a body that is not empty.
Result<BodyFormat> body_format(std::string_view content_type);

// The fields of a form, in the order sent: of either kind that browsers send. Nothing for another body. Files are left
// out: what takes files reads its body as it comes.
Result<QueryValues> form_fields(const Call&);

// A part of a multipart/form-data body. What it refers to is the body.
struct FormPart {
    std::string name;
    std::optional<std::string> file_name; // nothing: it is no file
    std::string_view content;
};
// All of them, files included. Errc::unprocessable for a malformed body, and for more than `most`.
Result<std::vector<FormPart>> split_parts(std::string_view content_type, std::string_view body, std::size_t most);

// The fields of a multipart/form-data body, but its files. Errc::unprocessable for a malformed one.
Result<QueryValues> parse_parts(std::string_view content_type, std::string_view body, std::size_t most);

} // namespace cairn::api
