// Private to src/http: X-Request-Id, by which a client's report is found in the log.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::http {

// What we echo and log of a client's own id: 1 to 64 harmless characters.
bool is_request_id(std::string_view);

// New ids for one thread: a random half that tells threads and runs apart, and a counter. Unique, but easy to guess.
class RequestIds {
public:
    RequestIds();

    // 15 characters, which std::string keeps without allocating.
    void next(std::string& id);

private:
    std::array<char, 15> text_{};
    std::uint64_t count_ = 0;
};

} // namespace cairn::http
