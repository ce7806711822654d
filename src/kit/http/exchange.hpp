// Private to src/http: one call by libcurl, from its address through redirections to what became of it.
//
// Whoever has one does this until finish() returns something: prepare(), let libcurl perform the handle, finish().
// Redirections are not followed by libcurl, so that each address is held against the rules by the name it was found by.
#pragma once

#include <chrono>
#include <exception>
#include <optional>

#include "http/client.hpp"
#include "http/curl.hpp"

namespace cairn::http {

class Exchange {
public:
    // All but the request must outlive it. Of one thread at a time.
    Exchange(const OutgoingRules&, OutgoingRequest, const OutgoingStreams&, Curl&);
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;

    // Has the handle ready for the next address, or says why that is not called.
    Result<> prepare();
    // The end; nothing: it leads on. Throws what one of the streams has thrown.
    std::optional<Result<OutgoingResponse>> finish(CURLcode);

    CURL* handle() const { return curl_.get(); }
    std::chrono::milliseconds elapsed() const;

private:
    void set_limits(std::chrono::milliseconds left);
    void set_way();
    void set_headers();
    void set_body();
    bool has_body() const;
    bool leads_on(long status) const;
    void follow(std::string onward);

    // Nothing may be thrown through libcurl: what the function throws is kept until that is done.
    template <class T> T guarded(T otherwise, auto&& function) noexcept;
    static curl_socket_t open_socket(void* self, curlsocktype, curl_sockaddr*);
    static std::size_t give(char*, std::size_t, std::size_t, void* self);
    static int rewind(void* self, curl_off_t offset, int origin);
    static std::size_t take(char*, std::size_t, std::size_t, void* self);
    static std::size_t take_header(char*, std::size_t, std::size_t, void* self);
    static int look_up(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

    using Clock = std::chrono::steady_clock;

    const OutgoingRules& rules_;
    OutgoingRequest request_;
    const OutgoingStreams& streams_;
    Curl& curl_;
    OutgoingWay way_;
    CurlList headers_;
    OutgoingResponse response_;
    std::uint64_t sent_ = 0;
    std::uint64_t read_ = 0;
    int redirections_ = 0;
    bool refused_ = false; // an address that is not to be called
    bool stopped_ = false; // nobody waits for it any more
    std::exception_ptr thrown_;
    const Clock::time_point began_ = Clock::now();
    Clock::time_point asked_ = began_;
};

} // namespace cairn::http
