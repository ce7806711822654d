// The picture that a form brings as a file.
#pragma once

#include "pages/row.hpp"

namespace cairn::pages {

// In base64, as the use cases take it. Errc::unprocessable, about the member, when no file was chosen.
Result<std::string> uploaded_picture(const api::Call&, std::string_view member);

// For the row of an action whose form brings such a file.
constexpr ActionHandler taking_picture(ActionHandler handler)
{
    handler.carries_files = true;
    return handler;
}

} // namespace cairn::pages
