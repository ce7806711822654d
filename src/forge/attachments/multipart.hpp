// multipart/form-data (RFC 7578), read while it arrives: a file of any size needs the memory of one piece.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace cairn::attachments {

// The body is not what its Content-Type says: it ends in the middle of a part, or the head of a part makes no sense.
struct BrokenMultipart : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Multipart {
public:
    // The boundary that a Content-Type tells; nothing if it is none of multipart/form-data.
    static std::optional<std::string> boundary(std::string_view content_type);

    Multipart(http::BodyReader& body, const std::string& boundary) : body_(body), delimiter_("\r\n--" + boundary) { }

    struct Part {
        std::string name;
        std::string file_name; // empty for a field that is no file, and for one in which none was chosen
        bool is_file = false;
    };
    // The next part; what was not read of the one before is passed over. Nothing at the end.
    std::optional<Part> next();

    // Bytes of the part; 0 is its end.
    std::size_t read(std::span<char> into);

private:
    bool fill();
    std::string read_head();

    http::BodyReader& body_;
    std::string delimiter_;
    std::string buffer_ = "\r\n"; // so that the first delimiter is like the others
    bool ended_ = false;
};

} // namespace cairn::attachments
