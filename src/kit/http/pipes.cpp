#include "http/pipes.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "http/body_spool.hpp"

namespace cairn::http {

namespace {

// How long a worker waits for its client before it goes on without it.
constexpr std::chrono::milliseconds patience{20};
// How long it waits between two pieces where there is no room left to go on without it.
constexpr std::chrono::seconds most_patience{10};

} // namespace

std::size_t RequestPipe::read(std::span<char> into)
{
    if (into.empty()) return 0;
    while (position_ == piece_.size()) {
        if (ended_) return 0;
        fetch();
    }
    const auto count = piece_.copy(into.data(), into.size(), position_);
    position_ += count;
    return count;
}

void RequestPipe::fetch()
{
    std::unique_lock lock(mutex_);
    if (failed_) throw Disconnected();
    wanted_ = true;
    lock.unlock();
    wake_();
    lock.lock();
    given_.wait(lock, [this] { return failed_ || !wanted_; });
    if (failed_) throw Disconnected();
    piece_.swap(next_);
    position_ = 0;
    ended_ = next_is_last_;
}

bool RequestPipe::is_wanted()
{
    const std::scoped_lock lock(mutex_);
    return wanted_ && !failed_;
}

void RequestPipe::give(std::string& piece, bool last)
{
    {
        const std::scoped_lock lock(mutex_);
        next_.swap(piece);
        next_is_last_ = last;
        wanted_ = false;
    }
    given_.notify_one();
}

void RequestPipe::fail()
{
    {
        const std::scoped_lock lock(mutex_);
        failed_ = true;
    }
    given_.notify_one();
}

ResponsePipe::~ResponsePipe()
{
    if (file_ >= 0) ::close(file_);
    if (budgeted_ > 0) spill_.budget.give(spill_.client, budgeted_);
}

void ResponsePipe::write(std::string_view text)
{
    while (!text.empty()) {
        bool was_empty = false;
        {
            std::unique_lock lock(mutex_);
            if (!taken_.wait_for(lock, spilled_ > 0 ? std::chrono::milliseconds(0) : patience,
                                 [this] { return has_room(); })) {
                const auto part = text.substr(0, piece_size);
                if (spill(part)) {
                    text.remove_prefix(part.size());
                    continue;
                }
                wait_for_room(lock);
            }
            if (failed_) throw Disconnected();
            was_empty = filling_.empty();
            const auto count = std::min(text.size(), piece_size - filling_.size());
            filling_.append(text.substr(0, count));
            text.remove_prefix(count);
        }
        if (was_empty) wake_();
    }
}

// A worker, and a process of git with it, is not held by somebody who takes nothing.
void ResponsePipe::wait_for_room(std::unique_lock<std::mutex>& lock)
{
    for (auto seen = takes_; !taken_.wait_for(lock, most_patience, [this] { return has_room(); }); seen = takes_)
        if (takes_ == seen) failed_ = true;
}

// False: there is no room for it, or no file.
bool ResponsePipe::spill(std::string_view text)
{
    if (file_ < 0) file_ = open_nameless_file(spill_.folder);
    if (file_ < 0) return false;
    if (spilled_ + text.size() > budgeted_) {
        constexpr std::uint64_t step = 16 * piece_size;
        if (!spill_.budget.take(spill_.client, step)) return false;
        budgeted_ += step;
    }
    const auto written = ::pwrite(file_, text.data(), text.size(), static_cast<off_t>(spilled_));
    if (written != static_cast<ssize_t>(text.size())) return false;
    spilled_ += text.size();
    return true;
}

// It was written a moment ago, so it is in memory. A file that was taken to its end goes.
bool ResponsePipe::take_spilled(std::string& piece)
{
    if (spilled_ == 0) return false;
    piece.resize(std::min<std::uint64_t>(piece_size, spilled_ - unspilled_));
    const auto count = ::pread(file_, piece.data(), piece.size(), static_cast<off_t>(unspilled_));
    if (count != static_cast<ssize_t>(piece.size())) {
        failed_ = broken_ = true; // the answer breaks off, and the client notices
        piece.clear();
        spilled_ = 0;
        return false;
    }
    unspilled_ += piece.size();
    if (unspilled_ == spilled_) {
        spilled_ = unspilled_ = 0;
        ::close(std::exchange(file_, -1)); // gives its room back
        spill_.budget.give(spill_.client, std::exchange(budgeted_, 0));
    }
    return true;
}

bool ResponsePipe::take(std::string& piece)
{
    {
        const std::scoped_lock lock(mutex_);
        if (!filling_.empty()) {
            piece.clear();
            piece.swap(filling_);
        } else if (!take_spilled(piece)) {
            return false;
        }
        ++takes_;
    }
    taken_.notify_one();
    return true;
}

bool ResponsePipe::is_broken()
{
    const std::scoped_lock lock(mutex_);
    return broken_;
}

void ResponsePipe::fail()
{
    {
        const std::scoped_lock lock(mutex_);
        failed_ = true;
    }
    taken_.notify_one();
}

} // namespace cairn::http
