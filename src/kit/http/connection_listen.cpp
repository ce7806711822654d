// The way out of answers that stay open: see open_body.hpp.
#include "http/connection.hpp"

#include "http/open_body.hpp"

namespace cairn::http {

namespace {

// What a client says while it listens is its next request, or nothing; no more than this is read of it.
constexpr std::size_t most_said = 512;

} // namespace

// Tells when the client has gone, which is noticed by reading alone. It ends with what it has read, or when it is
// cancelled.
Detached Connection::watch_client()
{
    is_watched_ = true;
    const auto got = co_await read_some(most_said);
    is_watched_ = false;
    if (got.error) has_left_ = true;
    else input_.commit(got.bytes);
    signal_.set();
}

void Connection::wake_listening()
{
    asio::post(thread_.executor(), [listener = listener_] {
        if (*listener != nullptr) (*listener)->signal_.set();
    });
}

Task<bool> Connection::send_open(Outgoing& answer, OpenBody& body)
{
    keep_head_apart(); // what is read from now on is no part of this request
    listener_ = std::make_shared<Connection*>(this);
    body.listen([executor = thread_.executor(), listener = listener_] {
        asio::post(executor, [listener] {
            if (*listener != nullptr) (*listener)->signal_.set();
        });
    });
    has_left_ = false;
    watch_client();
    const bool sent = co_await send_while_listening(answer, body);
    body.leave();
    bool open = sent && !has_left_ && !body.is_broken();
    if (open) { open = co_await send_end(answer); }
    // Nothing of it may go on after this.
    if (is_watched_) stream_->cancel();
    while (is_watched_) { co_await signal_; }
    *listener_ = nullptr;
    listener_.reset();
    co_return open;
}

// False: the client does not take it.
Task<bool> Connection::send_while_listening(Outgoing& answer, OpenBody& body)
{
    const auto& beat = body.beat();
    std::string piece;
    if (!body.take(piece)) piece = beat.text; // the head does not wait
    for (;;) {
        if (!piece.empty()) {
            const bool sent = co_await send_piece(answer, piece);
            if (!sent) co_return false;
            if (!answer.opened) answer.opened = Clock::now();
            if (piece.capacity() > beat.text.size()) std::string().swap(piece);
        }
        auto next_beat = Clock::now() + beat.every;
        for (;;) {
            if (has_left_) co_return false;
            const bool over = body.has_ended() || thread_.is_stopping();
            if (body.take(piece)) break;
            if (over) co_return true;
            if (Clock::now() >= next_beat) {
                piece = beat.text;
                break;
            }
            deadline_ = next_beat;
            is_listening_ = true;
            co_await signal_;
            is_listening_ = false;
            wait_for_ever();
        }
    }
}

} // namespace cairn::http
