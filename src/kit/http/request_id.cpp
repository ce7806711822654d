#include "http/request_id.hpp"

#include <algorithm>
#include <random>

namespace cairn::http {

namespace {

constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuv";
constexpr std::size_t random_digits = 8;

} // namespace

bool is_request_id(std::string_view id)
{
    return !id.empty() && id.size() <= 64 && std::ranges::all_of(id, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_'
            || c == '-';
    });
}

RequestIds::RequestIds()
{
    std::random_device random;
    for (std::size_t i = 0; i < random_digits; ++i) text_[i] = digits[random() % digits.size()];
}

void RequestIds::next(std::string& id)
{
    auto rest = count_++;
    for (std::size_t i = text_.size(); i > random_digits; --i, rest >>= 5) text_[i - 1] = digits[rest & 31];
    id.assign(text_.data(), text_.size());
}

} // namespace cairn::http
