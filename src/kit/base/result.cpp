#include "base/result.hpp"

namespace cairn {

std::unexpected<Error> fail(Errc code, std::string message, ErrorForm form)
{
    return std::unexpected(Error{.code = code, .message = std::move(message), .form = form});
}

std::unexpected<Error> not_found(std::string_view what)
{
    return fail(Errc::not_found, std::string(what) + " was not found");
}

std::unexpected<Error> elsewhere(Errc code, std::string location)
{
    return std::unexpected(
        Error{.code = code, .message = {}, .form = ErrorForm::empty, .location = std::move(location)});
}

} // namespace cairn
