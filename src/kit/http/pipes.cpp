#include "http/pipes.hpp"

#include <algorithm>

namespace cairn::http {

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

void ResponsePipe::write(std::string_view text)
{
    while (!text.empty()) {
        bool was_empty = false;
        {
            std::unique_lock lock(mutex_);
            taken_.wait(lock, [this] { return failed_ || filling_.size() < piece_size; });
            if (failed_) throw Disconnected();
            was_empty = filling_.empty();
            const auto count = std::min(text.size(), piece_size - filling_.size());
            filling_.append(text.substr(0, count));
            text.remove_prefix(count);
        }
        if (was_empty) wake_();
    }
}

bool ResponsePipe::take(std::string& piece)
{
    {
        const std::scoped_lock lock(mutex_);
        if (filling_.empty()) return false;
        piece.clear();
        piece.swap(filling_);
    }
    taken_.notify_one();
    return true;
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
