// The way out: heads and bodies of answers.
#include "http/connection.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <fmt/format.h>
#include <sys/uio.h>

#include <algorithm>

#include "http/busy.hpp"
#include "http/header_value.hpp"
#include "http/negotiation.hpp"
#include "http/open_body.hpp"

namespace cairn::http {

namespace {

// Bodies up to this are copied behind the head: one small buffer is written faster than a list of two.
constexpr std::size_t most_copied = 4 << 10;

// What is read of a body that nobody wanted, so that the connection can be used again.
constexpr std::uint64_t most_drained = piece_size;

constexpr std::size_t file_piece_size = 4 * piece_size;

// With RWF_NOWAIT only what needs no waiting for a disk; -1 when that is nothing.
ssize_t read_at(int descriptor, std::uint64_t offset, std::string& into, int flags)
{
    const iovec target{into.data(), into.size()};
    return ::preadv2(descriptor, &target, 1, static_cast<off_t>(offset), flags);
}

enum class Produced : std::uint8_t { nothing, part, all, busy };

// A part: the client went away, which is nobody's fault.
Produced produce(const Producer& producer, BodyWriter& out)
{
    try {
        producer.produce(out);
        return Produced::all;
    } catch (const Disconnected&) {
        return Produced::part;
    } catch (const Busy&) {
        return Produced::busy;
    }
}

// Takes `bytes` off the front; what was empty stays so.
template <class Parts> void advance(Parts& parts, std::size_t bytes)
{
    for (auto& part : parts) {
        const auto taken = std::min(bytes, part.size());
        part += taken;
        bytes -= taken;
    }
}

} // namespace

// An answer that was made on the network thread goes to a worker for this, or leaves as it is when they have too much
// to do already.
Task<> Connection::compress_answer(Outgoing& answer)
{
    auto& response = answer.response;
    co_await run_on(shared_.workers, [this, &response] { guarded(request_, response, [&] { compress(response); }); });
}

void Connection::compose_head(Outgoing& answer)
{
    answer.framing = framing_of(answer.response, http_10_);
    answer.with_body = answer.framing.kind != Framing::Kind::no_body && request_.method != "HEAD";

    const auto* connection = answer.response.find("Connection");
    if (answer.framing.kind == Framing::Kind::until_close || thread_.is_stopping()
        || (connection && same_token(*connection, "close")))
        keep_alive_ = false;
    // What stays open is the last thing on its connection.
    if (const auto* producer = std::get_if<Producer>(&answer.response.body); producer && open_body_of(*producer))
        keep_alive_ = false;
    // A client that waits for a 100 may send its body after this answer or may not: nobody can tell where the next
    // request begins.
    if (keep_alive_ && !parser_->is_complete() && (continue_owed_ || parser_->remaining() > most_drained))
        keep_alive_ = false;

    output_.clear();
    append_head(output_, answer.response,
                {.framing = answer.framing,
                 .date = thread_.date(),
                 .request_id = request_.id,
                 .keep_alive = keep_alive_,
                 .http_10 = http_10_});
}

// The whole answer, if it is in memory and the socket takes it at once: the way of nearly all of them.
bool Connection::send_now(Outgoing& answer)
{
    const auto& body = answer.response.body;
    unsent_ = {};
    if (answer.with_body) {
        if (std::holds_alternative<FileRange>(body) || std::holds_alternative<Producer>(body)) return false;
        const auto text = text_of(body);
        if (text.size() <= most_copied) output_ += text;
        else unsent_[1] = asio::buffer(text);
        answer.sent = text.size();
    }
    unsent_[0] = asio::buffer(output_);
    const bool one = unsent_[1].size() == 0;
    const auto done = stream_->write_now(Buffers(unsent_.data(), one ? 1 : 2));
    advance(unsent_, done.error ? 0 : done.bytes);
    return !done.error && asio::buffer_size(unsent_) == 0;
}

Task<> Connection::send_later(Outgoing& answer)
{
    bool sent = false;
    const auto* file = std::get_if<FileRange>(&answer.response.body);
    auto* producer = std::get_if<Producer>(&answer.response.body);
    const auto open = producer ? open_body_of(*producer) : nullptr;
    if (file && answer.with_body) {
        sent = co_await send_file(answer, *file);
    } else if (open && answer.with_body) {
        sent = co_await send_open(answer, *open);
    } else if (producer && answer.with_body) {
        sent = co_await send_produced(answer, *producer);
    } else {
        sent = co_await write_all(unsent_);
        if (!sent) answer.sent = 0;
    }
    if (!sent) give_up();
}

// The answer cannot be finished. A reset tells the client so, even one that takes the end of the connection for the
// end of the body.
void Connection::give_up()
{
    gone_ = true;
    boost::system::error_code ignored;
    stream_->socket().set_option(asio::socket_base::linger(true, 0), ignored);
}

// Reads what the system has in memory here, and has a worker read what must come from a disk. A slow client holds a
// piece of memory but no worker.
Task<bool> Connection::send_file(Outgoing& answer, const FileRange& file)
{
    std::string piece;
    while (answer.sent < file.length) {
        piece.resize(std::min<std::uint64_t>(file_piece_size, file.length - answer.sent));
        const auto offset = file.offset + answer.sent;
        auto count = read_at(file.file->number(), offset, piece, RWF_NOWAIT);
        if (count < 0) {
            co_await run_on(
                shared_.stream_workers, [&] { count = read_at(file.file->number(), offset, piece, 0); },
                WorkerPool::Room::always);
        }
        if (count <= 0) { // the head has promised more than there is
            report_failure(request_, "the file ended early");
            co_return false;
        }
        piece.resize(static_cast<std::size_t>(count));
        const bool sent = co_await send_piece(answer, piece);
        if (!sent) co_return false;
    }
    co_return co_await send_end(answer);
}

Task<bool> Connection::send_produced(Outgoing& answer, Producer& producer)
{
    ResponsePipe pipe(wake(), {shared_.answers, client(), shared_.options.spool_folder});
    auto produced = Produced::nothing;
    std::optional<Response> failure;
    const bool accepted = start_job([&] {
        Response unused;
        guarded(request_, unused, [&] {
            try {
                produced = produce(producer, pipe);
            } catch (const std::exception& error) {
                failure = shared_.service.failed(request_, error);
                if (!failure) throw;
            }
        });
    });
    bool open = accepted;
    std::string piece;
    while (accepted) {
        const bool done = job_done_; // before looking into the pipe: what it wrote last is there by then
        if (pipe.take(piece)) {
            if (open) { open = co_await send_piece(answer, piece); }
            if (!open) pipe.fail();
        } else if (done) {
            break;
        } else if (request_pipe_ && request_pipe_->is_wanted()) {
            co_await give_piece();
        } else {
            co_await signal_;
        }
    }
    if (open && produced == Produced::all && !pipe.is_broken()) { co_return co_await send_end(answer); }
    if (answer.head_sent || gone_) co_return false; // an answer that breaks off must not look like a whole one

    if (refusal_) refuse(answer, *refusal_);
    else if (!accepted || produced == Produced::busy) answer.response = error_response(503, "the server is busy");
    else if (failure) answer.response = std::move(*failure);
    else answer.response = error_response(500, "internal server error");
    compose_head(answer);
    if (send_now(answer)) co_return true;
    co_return co_await write_all(unsent_);
}

Task<bool> Connection::send_piece(Outgoing& answer, std::string_view piece)
{
    const bool chunked = answer.framing.kind == Framing::Kind::chunked;
    if (answer.framing.kind == Framing::Kind::length && piece.size() > answer.framing.length - answer.sent) {
        report_failure(request_, "the body is longer than announced");
        co_return false;
    }
    // The head, if it is still there, leaves together with the first piece.
    if (chunked) fmt::format_to(std::back_inserter(output_), "{:x}\r\n", piece.size());
    answer.head_sent = true;
    const Parts parts{asio::buffer(output_), asio::buffer(piece),
                      asio::buffer(std::string_view(chunked ? "\r\n" : ""))};
    const bool sent = co_await write_all(parts);
    output_.clear();
    if (sent) answer.sent += piece.size();
    co_return sent;
}

Task<bool> Connection::send_end(Outgoing& answer)
{
    if (answer.framing.kind == Framing::Kind::length && answer.sent != answer.framing.length) {
        report_failure(request_, "the body is shorter than announced");
        co_return false;
    }
    if (answer.framing.kind == Framing::Kind::chunked) output_ += "0\r\n\r\n";
    answer.head_sent = true;
    const Parts parts{asio::buffer(output_)};
    co_return co_await write_all(parts);
}

Task<bool> Connection::write_all(Parts parts)
{
    wait_at_most(shared_.options.write_timeout);
    while (asio::buffer_size(parts) > 0) {
        auto done = stream_->write_now(parts);
        if (done.error == asio::error::would_block) {
            done = co_await Operation{[&](Pending& pending) { stream_->start_write(parts, pending); }};
        }
        if (done.error) co_return false;
        advance(parts, done.bytes);
        count_progress(done.bytes, shared_.options.write_timeout);
    }
    wait_for_ever();
    co_return true;
}

} // namespace cairn::http
