// Where a page goes while it is made: into memory, or piece by piece to whoever reads it.
#pragma once

#include <string>
#include <string_view>

#include "http/message.hpp"

namespace cairn::pages {

class Output {
public:
    explicit Output(http::BodyWriter* to = nullptr) : to_(to) { }
    // Into memory, with room for so many bytes.
    explicit Output(std::size_t room) { text_.reserve(room); }

    void write(std::string_view html)
    {
        text_ += html;
        if (to_ != nullptr && text_.size() >= piece) flush();
    }
    // For HTML text and attributes.
    void write_escaped(std::string_view text);
    // What there is goes on its way.
    void flush();

    std::string take() { return std::move(text_); }

private:
    static constexpr std::size_t piece = 16 << 10;

    http::BodyWriter* to_ = nullptr;
    std::string text_;
};

} // namespace cairn::pages
