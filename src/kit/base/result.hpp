// How a call can fail. A Result carries what the caller is expected to handle and the client to read; an exception
// means that this server is broken (database gone, disk full) and becomes a 500 in one place.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn {

// What went wrong, without a protocol's numbers: each door (API, OAuth2, git) has its own mapping.
enum class Errc : std::uint8_t {
    bad_request,
    unauthorized,
    forbidden,
    not_found,
    method_not_allowed,
    conflict,
    precondition_failed,
    too_large,
    unsupported_media_type,
    unprocessable,
    locked,
    too_many_requests,
    unavailable,
    storage_full, // the disk, or what may be used of it
    // Not wrong, but elsewhere: the error's location says where.
    moved,         // for good
    moved_for_now, // the same request again, there
    see_other,     // a GET, there
};

// How much of an error today's clients get to see in its body.
enum class ErrorForm : std::uint8_t {
    full,  // {"message", "url"}
    brief, // {"message"}
    named, // {"error"}, which clients of a few operations look for
    empty, // no body at all
};

struct Error {
    Errc code;
    std::string message; // for the client; what only the operator may know goes to the log
    ErrorForm form = ErrorForm::full;
    std::string location{}; // path and query, where the code is one of those that lead elsewhere
    int retry_after = 0;    // seconds until trying again makes sense; 0: nothing is said about it
    // Beside those that the door has: a challenge that only whoever found the error can write. Names are literals.
    std::vector<std::pair<std::string_view, std::string>> headers{};
};

template <class T = void> using Result = std::expected<T, Error>;

// Out of line, because there are thousands of calls.
std::unexpected<Error> fail(Errc code, std::string message, ErrorForm form = ErrorForm::full);
std::unexpected<Error> not_found(std::string_view what);
std::unexpected<Error> elsewhere(Errc code, std::string location);

} // namespace cairn

// TRY(expr): the value of a Result, or return its error from this function. The only macro of the house (the two below
// give its local a name of its own, so that one TRY can stand inside another).
#define TRY(...) TRY_NUMBERED(__COUNTER__, __VA_ARGS__)
#define TRY_NUMBERED(number, ...) TRY_NAMED(number, __VA_ARGS__)
#define TRY_NAMED(number, ...)                                                                                         \
    __extension__({                                                                                                    \
        auto&& try_result_##number = (__VA_ARGS__);                                                                    \
        if (!try_result_##number) [[unlikely]]                                                                         \
            return std::unexpected(std::move(try_result_##number).error());                                            \
        *std::move(try_result_##number);                                                                               \
    })
