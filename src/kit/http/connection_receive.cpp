// The way in: heads and bodies of requests.
#include "http/connection.hpp"

#include <boost/asio/buffer.hpp>

namespace cairn::http {

namespace {

std::string_view view(const boost::beast::flat_buffer& buffer)
{
    return {static_cast<const char*>(buffer.data().data()), buffer.size()};
}

} // namespace

Connection::Head Connection::take_head()
{
    refusal_.reset();
    request_.method = request_.target = {};
    request_.headers.clear();
    http_10_ = false;
    keep_alive_ = true;

    // RFC 9112, 2.2: an empty line before a request is to be ignored.
    while (view(input_).starts_with("\r\n")) {
        input_.consume(2);
        scanner_ = {};
    }
    const auto input = view(input_);
    const auto found = scanner_.scan(input.substr(0, shared_.options.head_limit));
    if (found == HeadScanner::Found::malformed) refusal_ = Refusal{400, "malformed request"};
    else if (found == HeadScanner::Found::nothing_yet) {
        if (input.size() < shared_.options.head_limit) return Head::incomplete;
        refusal_ = Refusal{431, "request head is too large"};
    } else {
        refusal_ = parser_.emplace(request_).parse_head(input.substr(0, scanner_.end()));
        // The bytes stay where they are until the next read into input_, and so do the request's views.
        input_.consume(scanner_.end());
        head_is_apart_ = false;
    }
    if (refusal_) return Head::refused;
    http_10_ = parser_->is_http_10();
    keep_alive_ = parser_->wants_keep_alive();
    client_closes_ = !keep_alive_;
    continue_owed_ = input_.size() == 0 && parser_->expects_continue();
    return Head::complete;
}

void Connection::keep_head_apart()
{
    if (head_is_apart_) return;
    head_memory_.clear();
    head_memory_.commit(asio::buffer_copy(head_memory_.prepare(input_.size()), input_.data()));
    swap(input_, head_memory_);
    head_is_apart_ = true;
}

bool Connection::received(const Transfer& got)
{
    if (!got.error) {
        input_.commit(got.bytes);
        return true;
    }
    if (expired_) refusal_ = Refusal{408, "the request took too long"};
    else if (!(receiving_for_job_ && job_done_)) gone_ = true;
    return false;
}

Task<bool> Connection::receive_piece(std::string& into)
{
    const auto before = into.size();
    for (;;) {
        refusal_ = parser_->feed(input_, into);
        if (refusal_) co_return false;
        if (parser_->is_complete() || into.size() > before) co_return true;
        if (receiving_for_job_ && job_done_) co_return false;
        if (continue_owed_) {
            const bool sent = co_await send_continue();
            if (!sent) co_return false;
        }
        keep_head_apart();
        const auto got = co_await read_some(piece_size);
        if (!received(got)) co_return false;
        count_progress(got.bytes, shared_.options.body_timeout);
    }
}

// Grows as the bytes come: what the client says about its length is believed only as a reason to refuse it.
Task<bool> Connection::receive_whole()
{
    wait_at_most(shared_.options.body_timeout);
    body_.clear();
    while (!parser_->is_complete()) {
        const bool got = co_await receive_piece(body_);
        if (!got) co_return false;
        if (body_.size() <= piece_size && !spool_) continue;
        if (!spool_) spool_.emplace(shared_.bodies, client(), shared_.options.spool_folder);
        refusal_ = spool_->grown(body_);
        if (refusal_) co_return false;
        if (spool_->is_due(body_)) {
            const bool written = co_await spool_body(false);
            if (!written) co_return false;
        }
    }
    request_.body = body_;
    request_.received = Clock::now();
    if (!spool_ || !spool_->is_file()) co_return true;
    co_return co_await spool_body(true);
}

// The head and the body fit into one packet, as those of most requests do.
bool Connection::body_came_along() const { return parser_->length() && *parser_->length() <= input_.size(); }

// It is not the client that is waited for.
Task<bool> Connection::spool_body(bool complete)
{
    const auto left = deadline_ - Clock::now();
    co_await run_on(shared_.workers, [this] { refusal_ = spool_->write(body_); }, WorkerPool::Room::always);
    if (refusal_) co_return false;
    if (complete) {
        const auto whole = spool_->map();
        if (!whole) refusal_ = Refusal{503, "the server has no memory for this body"};
        else request_.body = *whole;
        co_return whole.has_value();
    }
    deadline_ = Clock::now() + left;
    expired_ = false;
    co_return true;
}

Task<bool> Connection::send_continue()
{
    continue_owed_ = false;
    static constexpr std::string_view line = "HTTP/1.1 100 Continue\r\n\r\n";
    const Parts parts{asio::buffer(line)};
    const bool sent = co_await write_all(parts);
    if (!sent) gone_ = true;
    wait_at_most(shared_.options.body_timeout);
    co_return sent;
}

// One piece for the worker that asked for it. The time it took to ask is not the client's; its own time goes on where
// it stopped, or a byte now and then would hold a worker for ever.
Task<> Connection::give_piece()
{
    body_.clear();
    deadline_ = Clock::now() + body_allowance_;
    expired_ = false;
    receiving_for_job_ = true;
    const bool got = co_await receive_piece(body_);
    receiving_for_job_ = false;
    body_allowance_ = deadline_ - Clock::now();
    wait_for_ever();
    if (got) request_pipe_->give(body_, parser_->is_complete());
    else request_pipe_->fail();
}

// After the answer: what is left of the body, which compose_head() has found to be little.
Task<bool> Connection::drain_body()
{
    wait_at_most(shared_.options.body_timeout);
    while (!parser_->is_complete()) {
        body_.clear();
        const bool got = co_await receive_piece(body_);
        if (!got) co_return false;
    }
    wait_at_most(shared_.options.idle_timeout);
    co_return true;
}

} // namespace cairn::http
