// Private to src/http: one client's connection, from its first byte to its last.
//
// connection.cpp has the life of a connection and of an exchange, connection_receive.cpp the way in,
// connection_send.cpp the way out, connection_listen.cpp that of answers that stay open. All of it runs on the
// connection's network thread, except for the functions that run_on() and start_job() take.
#pragma once

#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "http/body_spool.hpp"
#include "http/network_thread.hpp"
#include "http/pipes.hpp"
#include "http/request_parser.hpp"
#include "http/task.hpp"

namespace cairn::http {

class OpenBody;

class Connection {
public:
    Connection(NetworkThread&, Shared&, std::unique_ptr<Stream>, std::string peer);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    static Detached start(std::unique_ptr<Connection>);

    // Called by the thread while run() waits: they make what it waits for end early.
    void expire_if_late(Clock::time_point now);
    void stop_if_idle();
    void cut();

    std::size_t index = 0; // among the thread's connections

private:
    // The answer of one exchange and how far it has come.
    struct Outgoing {
        Outgoing() = default;
        Outgoing(const Outgoing&) = delete;
        Outgoing& operator=(const Outgoing&) = delete;
        ~Outgoing() = default;

        Response response;
        bool negotiated = false;
        Framing framing;
        bool with_body = true; // false: to HEAD, or with a status that has none
        bool head_sent = false;
        std::uint64_t sent = 0;                    // bytes of the body
        std::optional<Clock::time_point> opened{}; // one that stays open: when its client began to hear it
    };

    // What goes out in one write: a head or a chunk's line, the bytes, a chunk's end.
    using Parts = std::array<asio::const_buffer, 3>;

    enum class Head : std::uint8_t { incomplete, complete, refused };

    Task<> run();
    Task<bool> wait_for_bytes();
    Task<> drain_and_close();
    void begin_exchange();
    void finish_exchange(const Outgoing&);

    // The service answers: at once, or when there is a body or a worker to wait for.
    bool serve_now(Outgoing&);
    Task<> serve_later(Outgoing&);
    Task<> serve_on_worker(Outgoing&);
    Task<bool> is_welcome(Outgoing&); // false: who asks gets an answer, and the body is not read
    Task<> serve_streamed(Outgoing&);
    void serve_and_negotiate(Outgoing&); // on a worker
    void refuse(Outgoing&, const Refusal&);

    // The way in. False: it failed, and either refusal_ says why or the client is gone.
    Head take_head();
    void keep_head_apart();
    bool received(const Transfer&);
    Task<bool> receive_piece(std::string& into); // at least a byte, unless the body is complete
    Task<bool> receive_whole();
    bool body_came_along() const;
    Task<bool> spool_body(bool complete);
    Task<bool> send_continue();
    Task<> give_piece();
    Task<bool> drain_body();

    // The way out. False: it cannot be sent, and the connection is of no more use.
    Task<> compress_answer(Outgoing&);
    void compose_head(Outgoing&);
    bool send_now(Outgoing&);
    Task<> send_later(Outgoing&);
    void give_up();
    Task<bool> send_file(Outgoing&, const FileRange&);
    Task<bool> send_produced(Outgoing&, Producer&);
    Task<bool> send_open(Outgoing&, OpenBody&);
    Task<bool> send_while_listening(Outgoing&, OpenBody&);
    Detached watch_client();
    void wake_listening();
    Task<bool> send_piece(Outgoing&, std::string_view piece);
    Task<bool> send_end(Outgoing&);
    Task<bool> write_all(Parts);

    auto read_some(std::size_t most)
    {
        return Operation{[this, most](Pending& pending) { stream_->start_read(input_.prepare(most), pending); }};
    }

    template <class Work> struct OnWorker {
        WorkerPool& pool;
        WorkerPool::Room room;
        WorkerPool::Client client;
        Executor home;
        Work work;
        bool accepted = false;

        bool await_ready() const noexcept { return false; }
        bool await_suspend(std::coroutine_handle<> waiter)
        {
            accepted = pool.submit(
                [this, waiter] {
                    work();
                    asio::post(home, [waiter] { waiter.resume(); });
                },
                room, client);
            return accepted;
        }
        bool await_resume() const noexcept { return accepted; }
    };

    // co_await run_on(pool, work): does it there and comes back here. False: the pool is full and nothing was done.
    template <class Work>
    OnWorker<Work> run_on(WorkerPool& pool, Work work, WorkerPool::Room room = WorkerPool::Room::limited)
    {
        wait_for_ever();
        const bool step = room == WorkerPool::Room::always; // of what was begun
        return {pool, room, step ? WorkerPool::nobody : client(), thread_.executor(), std::move(work)};
    }
    // Whose the exchange is, for sharing out what there is.
    WorkerPool::Client client() { return shared_.service.client_of(request_); }

    // Starts work that talks to this connection through pipes. job_done_ says when it has ended; signal_ is set then,
    // and whenever a pipe needs attention.
    bool start_job(WorkerPool::Job);
    Wake wake();

    void wait_at_most(Clock::duration);
    void wait_for_ever() { deadline_ = Clock::time_point::max(); }
    void count_progress(std::size_t bytes, Clock::duration timeout);

    NetworkThread& thread_;
    Shared& shared_;
    const std::unique_ptr<Stream> stream_;
    const std::string peer_;

    Clock::time_point deadline_ = Clock::time_point::max();
    std::size_t progress_ = 0; // bytes since the deadline was set
    bool expired_ = false;
    bool idle_ = true; // between two requests, with nothing received of the next one

    boost::beast::flat_buffer input_;
    boost::beast::flat_buffer head_memory_; // of the request, once input_ is needed for its body
    HeadScanner scanner_;

    // Of the exchange that is under way.
    std::optional<RequestParser> parser_;
    Request request_;
    Intake intake_;
    Clock::time_point begun_;
    std::optional<Refusal> refusal_;
    std::string body_;
    std::optional<BodySpool> spool_; // of a body that is more than a piece
    std::string output_;
    std::optional<RequestPipe> request_pipe_;
    Clock::duration body_allowance_{}; // what is left of body_timeout for the next 64 KiB
    bool head_is_apart_ = false;
    bool continue_owed_ = false; // the client waits for a 100 before it sends its body
    bool http_10_ = false;
    bool keep_alive_ = true;
    bool client_closes_ = false; // it said so: nothing more will come, and nothing is waited for
    bool gone_ = false;          // nobody is there to be answered
    Parts unsent_{};

    Signal signal_;
    bool job_done_ = false;
    bool receiving_for_job_ = false;

    // While an answer stays open.
    std::shared_ptr<Connection*> listener_{}; // for those who wake it: null once it has ended
    bool is_listening_ = false;               // it waits for something to say
    bool is_watched_ = false;                 // a read waits for the client to go
    bool has_left_ = false;
};

// Calls what belongs to the service; an exception becomes a 500 here, because a connection could do nothing with it.
void report_failure(const Request&, const char* what) noexcept;

template <class Call> void guarded(const Request& request, Response& response, Call&& call) noexcept
{
    try {
        call();
        return;
    } catch (const std::exception& e) {
        report_failure(request, e.what());
    } catch (...) {
        report_failure(request, "an exception that is none");
    }
    response = error_response(500, "internal server error");
}

} // namespace cairn::http
