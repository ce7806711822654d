// What a Producer (http/message.hpp) throws that cannot begin because too much is being done already. Before its first
// byte it is answered with a 503; after that the answer breaks off.
#pragma once

#include <exception>

namespace cairn::http {

struct Busy : std::exception {
    const char* what() const noexcept override { return "the server is busy"; }
};

} // namespace cairn::http
