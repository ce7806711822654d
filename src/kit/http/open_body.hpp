// An answer that stays open for as long as its client listens, such as a stream of events. It costs no thread: whoever
// has something to say puts it here, and the connection sends it when its network thread is free.
//
//     auto body = std::make_shared<OpenBody>(OpenBody::Beat{.text = ":\n\n"});
//     response.body = body_of(body);       // the answer keeps it; keep a weak_ptr to write to it
//     body->write("data: 1\n\n");
//
// The connection lets go of it when the client has gone, when it has ended, or when the server stops. What a client
// does not take grows up to a bound, and then the connection is cut: it is for what can be asked for again.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace cairn::http {

// Threads: any may write and end; take() and the rest are the connection's.
class OpenBody {
public:
    // What is sent when nothing else was for so long, so that nobody on the way takes the connection for dead, and a
    // client that is gone without a word is noticed.
    struct Beat {
        std::string text{};
        std::chrono::milliseconds every{25'000};
    };

    explicit OpenBody(Beat beat) : beat_(std::move(beat)) { }
    virtual ~OpenBody() = default;
    OpenBody(const OpenBody&) = delete;
    OpenBody& operator=(const OpenBody&) = delete;

    // False: it has ended, or the client is too slow for it and it ends with that. Never waits.
    bool write(std::string_view);
    // Before all that was written and not taken yet.
    bool write_first(std::string_view);
    // What was written is sent, and nothing more.
    void end();
    // Bytes that the connection has not taken yet: whoever has much to say waits until there are none.
    std::size_t unsent();

    // For the connection.
    using Wake = std::function<void()>;
    void listen(Wake wake); // called, by writers, when there is something to do; not any more after leave()
    void leave();
    bool take(std::string& piece); // swaps; false: there is nothing at the moment
    bool has_ended();
    bool is_broken(); // some of it was lost
    const Beat& beat() const { return beat_; }

private:
    bool add(std::string_view text, bool in_front);

    const Beat beat_;
    std::mutex mutex_;
    std::string unsent_{};
    Wake wake_{};
    bool woken_ = false; // since the connection has looked
    bool ended_ = false;
    bool broken_ = false;
};

// The body of an answer that is this.
Body body_of(std::shared_ptr<OpenBody>);
// What such a producer stands for; null for all others.
std::shared_ptr<OpenBody> open_body_of(const Producer&);

} // namespace cairn::http
