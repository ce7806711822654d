#include "http/connection.hpp"

#include <utility>

#include "base/log.hpp"
#include "http/negotiation.hpp"

namespace cairn::http {

namespace {

// Enough for the head of nearly every request.
constexpr std::size_t head_read_size = 4 << 10;

// A connection that waits for its next request keeps no more than this of what the last one needed.
constexpr std::size_t kept_memory = 16 << 10;

// A body up to this is a small one.
constexpr std::uint64_t most_small_body = piece_size;

// How long a client that is still sending may take to notice that it was answered.
constexpr std::chrono::seconds linger_timeout{5};

} // namespace

void report_failure(const Request& request, const char* what) noexcept
{
    log::error("a request failed",
               {{"request", request.id}, {"method", request.method}, {"path", request.path()}, {"error", what}});
}

Connection::Connection(NetworkThread& thread, Shared& shared, std::unique_ptr<Stream> stream, std::string peer)
    : thread_(thread), shared_(shared), stream_(std::move(stream)), peer_(std::move(peer))
{
    request_.peer = peer_;
    request_.secure = stream_->is_secure();
    request_.socket = stream_->socket().native_handle();
    thread_.add(*this);
}

Connection::~Connection() { thread_.remove(*this); }

Detached Connection::start(std::unique_ptr<Connection> connection)
{
    try {
        co_await connection->run();
    } catch (const std::exception& e) {
        report_failure(connection->request_, e.what());
    }
}

Task<> Connection::run()
{
    if (stream_->is_secure()) {
        wait_at_most(shared_.options.head_timeout);
        const auto handshake = co_await Operation{[this](Pending& pending) { stream_->start_handshake(pending); }};
        if (handshake.error) co_return;
    }
    wait_at_most(shared_.options.idle_timeout);
    do {
        auto head = take_head();
        while (head == Head::incomplete) {
            const bool came = co_await wait_for_bytes();
            if (!came && !refusal_) co_return;
            head = came ? take_head() : Head::refused;
        }
        begin_exchange();
        Outgoing answer;
        if (head == Head::refused) {
            refuse(answer, *refusal_);
        } else if (!serve_now(answer)) {
            co_await serve_later(answer);
            if (gone_) co_return;
        }
        if (!answer.negotiated && negotiate(request_, answer.response, shared_.options.compress_from)) {
            co_await compress_answer(answer);
        }
        compose_head(answer);
        if (!send_now(answer)) { co_await send_later(answer); }
        finish_exchange(answer);
        if (gone_) co_return;
        if (keep_alive_ && !parser_->is_complete()) { keep_alive_ = co_await drain_body(); }
    } while (keep_alive_);
    co_await drain_and_close();
}

// False: nothing came. That is how connections end, and worth a word only if the client was in the middle of a head.
Task<bool> Connection::wait_for_bytes()
{
    if (input_.size() == 0) {
        idle_ = true;
        if (thread_.is_stopping()) co_return false;
    } else if (std::exchange(idle_, false)) {
        wait_at_most(shared_.options.head_timeout);
    }
    const auto got = co_await read_some(head_read_size);
    if (received(got)) co_return true;
    if (idle_) refusal_.reset();
    co_return false;
}

void Connection::begin_exchange()
{
    idle_ = false;
    request_.received = begun_ = Clock::now();
    const auto id = request_.header("X-Request-Id");
    if (is_request_id(id)) request_.id = id;
    else thread_.next_id(request_.id);
}

void Connection::finish_exchange(const Outgoing& answer)
{
    const auto now = Clock::now();
    Response unused;
    guarded(request_, unused, [&] {
        shared_.service.served(request_, answer.response.status, answer.sent, answer.opened.value_or(now) - begun_);
    });

    request_pipe_.reset();
    request_.stream = nullptr;
    request_.body = {};
    spool_.reset();
    request_.notes = {};
    request_.peer = peer_; // the service may have put the address in its place that a proxy told
    scanner_ = {};
    if (body_.capacity() > kept_memory) std::string().swap(body_);
    if (output_.capacity() > kept_memory) std::string().swap(output_);
    if (head_memory_.capacity() > kept_memory) head_memory_ = {};
    if (input_.size() == 0 && input_.capacity() > kept_memory) input_ = {};
    deadline_ = now + shared_.options.idle_timeout;
    expired_ = false;
    idle_ = true;
}

Task<> Connection::drain_and_close()
{
    wait_at_most(std::min<Clock::duration>(linger_timeout, shared_.options.head_timeout));
    const auto shut_down = [this] { return Operation{[this](Pending& pending) { stream_->start_shutdown(pending); }}; };
    // Closing a socket that still has bytes to be read resets the connection, and the client might lose the answer
    // over it. TLS cannot say goodbye to one that is still talking, so there it comes after.
    if (!stream_->is_secure()) { co_await shut_down(); }
    if (!client_closes_ || input_.size() > 0) {
        for (;;) {
            input_.clear();
            const auto got = co_await read_some(piece_size);
            if (got.error) break;
        }
    }
    if (stream_->is_secure() && !expired_) { co_await shut_down(); }
}

bool Connection::serve_now(Outgoing& answer)
{
    auto& response = answer.response;
    bool answered = true;
    guarded(request_, response, [&] {
        auto admission = shared_.service.admit(request_);
        if (auto* made = std::get_if<Response>(&admission)) {
            response = std::move(*made);
            return;
        }
        intake_ = std::get<Intake>(admission);
        if (parser_->length().value_or(0) > intake_.body_limit)
            return refuse(answer, {413, "request body is too large"});
        if (intake_.quick && intake_.body == Intake::Body::whole && parser_->is_complete()) {
            if (auto made = shared_.service.serve_quickly(request_)) {
                response = std::move(*made);
                return;
            }
        }
        answered = false;
    });
    return answered;
}

Task<> Connection::serve_later(Outgoing& answer)
{
    parser_->limit_body(intake_.body_limit);
    body_allowance_ = shared_.options.body_timeout;
    if (intake_.body == Intake::Body::streamed) {
        co_await serve_streamed(answer);
        co_return;
    }
    if (!parser_->is_complete()) {
        if (intake_.recognize && !body_came_along()) {
            const bool welcome = co_await is_welcome(answer);
            if (!welcome) co_return;
        }
        const bool complete = co_await receive_whole();
        if (!complete) {
            if (refusal_) refuse(answer, *refusal_);
            co_return;
        }
        if (intake_.quick) {
            bool answered = true;
            guarded(request_, answer.response, [&] {
                auto made = shared_.service.serve_quickly(request_);
                answered = made.has_value();
                if (made) answer.response = std::move(*made);
            });
            if (answered) co_return;
        }
    }
    co_await serve_on_worker(answer);
}

Task<bool> Connection::is_welcome(Outgoing& answer)
{
    using Found = Recognition::Found;
    const bool large = parser_->length().value_or(most_small_body + 1) > most_small_body;
    // What guarded() makes of an exception is an answer as well.
    Recognition asked{Found::refused, {}};
    const auto ask = [&](bool quick) {
        guarded(request_, asked.answer, [&] { asked = shared_.service.recognize(request_, large, quick); });
    };
    ask(true);
    if (asked.found == Found::needs_worker) {
        asked = {Found::refused, {}};
        const bool accepted = co_await run_on(shared_.workers, [&] { ask(false); });
        if (!accepted) asked.answer = error_response(503, "the server is busy");
    }
    if (asked.found == Found::welcome) co_return true;
    answer.response = std::move(asked.answer);
    co_return false;
}

void Connection::serve_and_negotiate(Outgoing& answer)
{
    guarded(request_, answer.response, [&] {
        answer.response = shared_.service.serve(request_);
        answer.negotiated = true;
        if (negotiate(request_, answer.response, shared_.options.compress_from)) compress(answer.response);
    });
}

Task<> Connection::serve_on_worker(Outgoing& answer)
{
    auto& pool = spool_ && spool_->is_file() ? shared_.large_body_workers : shared_.workers;
    const bool accepted = co_await run_on(pool, [this, &answer] { serve_and_negotiate(answer); });
    if (!accepted) answer.response = error_response(503, "the server is busy");
}

Task<> Connection::serve_streamed(Outgoing& answer)
{
    request_pipe_.emplace(wake());
    request_.stream = &*request_pipe_;
    if (!start_job([this, &answer] { serve_and_negotiate(answer); })) {
        answer.response = error_response(503, "the server is busy");
        co_return;
    }
    while (!job_done_) {
        if (request_pipe_->is_wanted()) {
            co_await give_piece();
        } else {
            co_await signal_;
        }
    }
    // The service saw only that there was no more to read; why is for us to say.
    if (refusal_) refuse(answer, *refusal_);
}

void Connection::refuse(Outgoing& answer, const Refusal& refusal)
{
    answer.response = error_response(refusal.status, refusal.message);
    keep_alive_ = false;
    client_closes_ = false;
}

bool Connection::start_job(WorkerPool::Job job)
{
    job_done_ = false;
    wait_for_ever();
    const auto whose = client();
    return shared_.stream_workers.submit(
        [this, job = std::move(job)]() mutable {
            job();
            asio::post(thread_.executor(), [this] {
                job_done_ = true;
                if (receiving_for_job_) stream_->cancel();
                signal_.set();
            });
        },
        WorkerPool::Room::limited, whose);
}

Wake Connection::wake()
{
    return [this] { asio::post(thread_.executor(), [this] { signal_.set(); }); };
}

void Connection::wait_at_most(Clock::duration timeout)
{
    deadline_ = Clock::now() + timeout;
    expired_ = false;
    progress_ = 0;
}

// A client has the whole timeout again for every 64 KiB, and not for every byte.
void Connection::count_progress(std::size_t bytes, Clock::duration timeout)
{
    progress_ += bytes;
    if (progress_ >= piece_size) wait_at_most(timeout);
}

void Connection::expire_if_late(Clock::time_point now)
{
    if (now < deadline_) return;
    wait_for_ever();
    if (is_listening_) return wake_listening(); // it is time for a beat
    expired_ = true;
    stream_->cancel();
}

void Connection::stop_if_idle()
{
    if (is_listening_) wake_listening();
    if (!idle_) return;
    wait_for_ever();
    expired_ = true;
    stream_->cancel();
}

void Connection::cut() { stream_->close(); }

} // namespace cairn::http
