// A JSON value written down again while a parser reads it, for members that pass through unread (Kind::json).
#pragma once

#include "api/json_writer.hpp"

namespace cairn::api {

class Transcript {
public:
    explicit Transcript(std::string& out) : out_(out) { out_.clear(); }

    void open(char bracket)
    {
        add(std::string_view(&bracket, 1));
        comma_ = false;
        ++depth_;
    }
    void close(char bracket)
    {
        out_ += bracket;
        comma_ = true;
        --depth_;
    }
    void key(std::string_view name)
    {
        string(name);
        out_ += ':';
        comma_ = false;
    }
    void string(std::string_view text)
    {
        add({});
        write_json_string(out_, text);
    }
    void add(std::string_view text)
    {
        if (comma_) out_ += ',';
        out_ += text;
        comma_ = true;
    }
    bool complete() const { return depth_ == 0; }

private:
    std::string& out_;
    bool comma_ = false; // a value stands before
    std::size_t depth_ = 0;
};

} // namespace cairn::api
