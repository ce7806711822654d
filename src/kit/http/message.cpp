#include "http/message.hpp"

#include <poll.h>

#include <algorithm>

#include "http/header_value.hpp"

namespace cairn::http {

std::string_view Request::header(std::string_view name) const
{
    const auto found = std::ranges::find_if(headers, [&](const Header& h) { return same_token(h.name, name); });
    return found == headers.end() ? std::string_view() : found->value;
}

bool Request::has_header(std::string_view name) const
{
    return std::ranges::any_of(headers, [&](const Header& h) { return same_token(h.name, name); });
}

bool Request::client_is_there() const
{
    pollfd connection{socket, POLLRDHUP, 0};
    return socket < 0 || poll(&connection, 1, 0) <= 0 || (connection.revents & (POLLRDHUP | POLLHUP | POLLERR)) == 0;
}

const std::string* Response::find(std::string_view name) const
{
    const auto found = std::ranges::find(headers, name, &std::pair<std::string_view, std::string>::first);
    return found == headers.end() ? nullptr : &found->second;
}

} // namespace cairn::http
