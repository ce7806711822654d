#include "attachments/multipart.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/text.hpp"

namespace cairn::attachments {

namespace {

constexpr std::size_t piece = 64U << 10;
constexpr std::size_t longest_head = 16U << 10;
constexpr std::size_t longest_boundary = 200; // RFC 2046 allows 70

// The value of a parameter in a header such as `form-data; name="a"; filename="b.txt"`.
std::optional<std::string> parameter(std::string_view header, std::string_view wanted)
{
    auto rest = header.substr(std::min(header.find(';'), header.size()));
    while (!rest.empty()) {
        rest.remove_prefix(1); // the semicolon
        const auto equals = rest.find('=');
        if (equals == rest.npos) return std::nullopt;
        const auto name = text::trim(rest.substr(0, equals));
        rest.remove_prefix(equals + 1);
        std::string value;
        if (rest.starts_with('"')) {
            std::size_t at = 1;
            for (; at < rest.size() && rest[at] != '"'; ++at) {
                if (rest[at] == '\\' && at + 1 < rest.size() && (rest[at + 1] == '"' || rest[at + 1] == '\\')) ++at;
                value += rest[at];
            }
            rest.remove_prefix(std::min(at + 1, rest.size()));
            rest.remove_prefix(std::min(rest.find(';'), rest.size()));
        } else {
            const auto end = std::min(rest.find(';'), rest.size());
            value = text::trim(rest.substr(0, end));
            rest.remove_prefix(end);
        }
        if (text::iequals(name, wanted)) return value;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> Multipart::boundary(std::string_view content_type)
{
    const auto type = text::trim(content_type.substr(0, content_type.find(';')));
    if (!text::iequals(type, "multipart/form-data")) return std::nullopt;
    auto found = parameter(content_type, "boundary");
    if (!found || found->empty() || found->size() > longest_boundary) return std::nullopt;
    return found;
}

bool Multipart::fill()
{
    std::array<char, piece> more;
    const auto got = ended_ ? 0 : body_.read(more);
    if (got == 0) ended_ = true;
    buffer_.append(more.data(), got);
    return got > 0;
}

std::size_t Multipart::read(std::span<char> into)
{
    for (;;) {
        const auto found = buffer_.find(delimiter_);
        // Without a delimiter in sight, all is content but what could be the beginning of one.
        const auto ready = found != buffer_.npos  ? found
            : buffer_.size() >= delimiter_.size() ? buffer_.size() - delimiter_.size() + 1
                                                  : 0;
        if (ready > 0) {
            const auto taken = std::min(ready, into.size());
            std::memcpy(into.data(), buffer_.data(), taken);
            buffer_.erase(0, taken);
            return taken;
        }
        if (found == 0) return 0;
        if (!fill()) throw BrokenMultipart("the request ends in the middle of a part");
    }
}

// What stands between a delimiter and the content.
std::string Multipart::read_head()
{
    for (;;) {
        if (const auto end = buffer_.find("\r\n\r\n"); end != buffer_.npos && end <= longest_head) {
            auto head = buffer_.substr(0, end + 2);
            buffer_.erase(0, end + 4);
            return head;
        }
        if (buffer_.size() > longest_head || !fill()) throw BrokenMultipart("a part of the request has no proper head");
    }
}

std::optional<Multipart::Part> Multipart::next()
{
    std::array<char, piece> passed;
    while (read(passed) > 0) { }
    buffer_.erase(0, delimiter_.size());
    while (buffer_.size() < 2 && fill()) { }
    if (buffer_.starts_with("--")) return std::nullopt;
    const auto head = read_head();
    std::string_view rest = head;
    Part part;
    while (!rest.empty()) {
        const auto end = std::min(rest.find("\r\n"), rest.size());
        const auto line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 2, rest.size()));
        const auto colon = line.find(':');
        if (colon == line.npos || !text::iequals(text::trim(line.substr(0, colon)), "Content-Disposition")) continue;
        part.name = parameter(line.substr(colon + 1), "name").value_or("");
        const auto file_name = parameter(line.substr(colon + 1), "filename");
        part.is_file = file_name.has_value();
        part.file_name = file_name.value_or("");
    }
    return part;
}

} // namespace cairn::attachments
