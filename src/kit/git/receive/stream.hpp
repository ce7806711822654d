// Where git's bytes come from and go to: HTTP, SSH, a test. Both block the calling thread, and both throw what is
// theirs to throw when the client is gone; whatever runs for it is then taken down by destructors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace cairn::git {

class Source {
public:
    virtual ~Source() = default;
    // Fills the front of `into`; 0 is the end.
    virtual std::size_t read(std::span<char> into) = 0;
    // A descriptor that is readable when read() would not block, where the client waits for answers before it goes on
    // (SSH). Without one everything comes by itself, whatever is answered (HTTP).
    virtual int descriptor() const { return -1; }
};

class Sink {
public:
    virtual ~Sink() = default;
    virtual void write(std::string_view) = 0;
    // Asked now and then while there is nothing to write: throws as write() would, where it is known that nobody reads.
    virtual void check() { }
};

// A text that is there already.
class TextSource final : public Source {
public:
    explicit TextSource(std::string_view text) : text_(text) { }
    std::size_t read(std::span<char> into) override
    {
        const auto taken = text_.copy(into.data(), into.size());
        text_.remove_prefix(taken);
        return taken;
    }

private:
    std::string_view text_;
};

// A source with room to look ahead. It holds one piece, so a stream of any length needs the memory of that.
class Input {
public:
    static constexpr std::size_t capacity = 128U << 10;

    explicit Input(Source& source) : source_(source), buffer_(capacity) { }

    // What has come and was not consumed.
    std::string_view view() const { return {buffer_.data() + begin_, end_ - begin_}; }
    void consume(std::size_t bytes) { begin_ += bytes; }

    // Reads once more, behind what is there. False at the end, and when there is no room.
    bool fill()
    {
        if (begin_ > 0) {
            std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
                      buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
            end_ -= begin_;
            begin_ = 0;
        }
        if (ended_ || end_ == buffer_.size()) return false;
        const auto got = source_.read(std::span(buffer_).subspan(end_));
        end_ += got;
        ended_ = got == 0;
        return !ended_;
    }
    // At least so many bytes in view(), if they come.
    bool fill_to(std::size_t bytes)
    {
        while (view().size() < bytes)
            if (!fill()) return false;
        return true;
    }
    bool ended() const { return ended_; }
    int descriptor() const { return source_.descriptor(); }

private:
    Source& source_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    bool ended_ = false;
};

} // namespace cairn::git
