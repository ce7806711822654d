// Private to src/http: where a worker that blocks and a connection that must not meet, for bodies that are passed on
// while they come. Each side holds at most one piece, so a body of any size needs the memory of two.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

#include "http/body_budget.hpp"
#include "http/message.hpp"

namespace cairn::http {

constexpr std::size_t piece_size = 64 << 10;

// Tells the connection, on its own thread, that there is something for it to do. Called by workers.
using Wake = std::function<void()>;

// The body of a request. The worker asks for a piece, the connection reads it from the socket and hands it over.
class RequestPipe final : public BodyReader {
public:
    explicit RequestPipe(Wake wake) : wake_(std::move(wake)) { }

    std::size_t read(std::span<char> into) override;

    // For the connection.
    bool is_wanted();
    void give(std::string& piece, bool last); // swaps, so that the strings are used again
    void fail();

private:
    void fetch();

    const Wake wake_;
    std::string piece_; // the worker's, as are the next two; the rest is under the mutex
    std::size_t position_ = 0;
    bool ended_ = false;

    std::mutex mutex_;
    std::condition_variable given_;
    std::string next_;
    bool wanted_ = false;
    bool next_is_last_ = false;
    bool failed_ = false;
};

// The body of an answer. The worker fills one string while the connection sends the other. What was written goes out
// as soon as the connection is free for it; only while it is busy do small writes become larger ones.
//
// A client that is slower than the worker holds a file and no worker: what it does not take within a moment goes there,
// as far as the budget allows. Beyond that the worker waits, for as long as the client takes something now and then.
class ResponsePipe final : public BodyWriter {
public:
    struct Spill {
        BodyBudget& budget;
        std::uint64_t client;
        const std::string& folder;
    };

    ResponsePipe(Wake wake, Spill spill) : wake_(std::move(wake)), spill_(spill) { }
    ~ResponsePipe() override;
    ResponsePipe(const ResponsePipe&) = delete;
    ResponsePipe& operator=(const ResponsePipe&) = delete;

    void write(std::string_view) override;

    // For the connection.
    bool take(std::string& piece); // swaps; false: there is nothing at the moment
    void fail();
    bool is_broken(); // some of it was lost

private:
    void wait_for_room(std::unique_lock<std::mutex>&);
    bool has_room() const { return failed_ || (spilled_ == 0 && filling_.size() < piece_size); }
    bool spill(std::string_view);
    bool take_spilled(std::string& piece);

    const Wake wake_;
    const Spill spill_;
    int file_ = -1; // the worker makes it, under the mutex
    std::mutex mutex_;
    std::condition_variable taken_;
    std::string filling_;         // comes before what is in the file
    std::uint64_t spilled_ = 0;   // where the file ends
    std::uint64_t unspilled_ = 0; // and how far it was taken
    std::uint64_t budgeted_ = 0;
    std::uint64_t takes_ = 0; // how often the client has taken something
    bool failed_ = false;
    bool broken_ = false;
};

} // namespace cairn::http
