#include "pages/places/uploaded_picture.hpp"

#include "api/codec.hpp"
#include "base/encoding.hpp"

namespace cairn::pages {

Result<std::string> uploaded_picture(const api::Call& call, std::string_view member)
{
    const auto content_type = call.request.header("Content-Type");
    if (TRY(api::body_format(content_type)) == api::BodyFormat::parts)
        for (const auto& part : TRY(api::split_parts(content_type, call.request.body, 20)))
            if (part.file_name && !part.file_name->empty() && !part.content.empty()) return base64_encode(part.content);
    return fail(Errc::unprocessable, "[" + std::string(member) + "]: choose a picture");
}

} // namespace cairn::pages
