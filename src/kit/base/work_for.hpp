// For whom a thread works at the moment, so that what it needs on the way (processes of git) is shared out fairly, and
// so that what nobody waits for takes nothing from those who wait.
#pragma once

#include <cstdint>

namespace cairn {

// While one of these is there, it is its thread's.
class WorkFor {
public:
    enum class Lane : std::uint8_t {
        request,    // somebody waits for it: a request over HTTP, a command over SSH
        background, // it follows from what was done, or is done now and then
    };

    // `client` is a number of its lane's; 0: nobody in particular.
    explicit WorkFor(std::uint64_t client, Lane lane = Lane::request)
        : client_before_(current_client), lane_before_(current_lane)
    {
        current_client = client;
        current_lane = lane;
    }
    ~WorkFor()
    {
        current_client = client_before_;
        current_lane = lane_before_;
    }
    WorkFor(const WorkFor&) = delete;
    WorkFor& operator=(const WorkFor&) = delete;

    static std::uint64_t client() { return current_client; }
    static Lane lane() { return current_lane; }

private:
    static inline thread_local std::uint64_t current_client = 0;
    static inline thread_local Lane current_lane = Lane::request;
    const std::uint64_t client_before_;
    const Lane lane_before_;
};

} // namespace cairn
