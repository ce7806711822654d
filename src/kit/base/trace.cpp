#include "base/trace.hpp"

#include <algorithm>
#include <array>
#include <random>

#include "base/shortened.hpp"

namespace cairn::tracing {

namespace {

// The finalizer of SplitMix64: one number for each.
constexpr std::uint64_t mixed(std::uint64_t number)
{
    number = (number ^ (number >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    number = (number ^ (number >> 27U)) * 0x94D049BB133111EBULL;
    return number ^ (number >> 31U);
}
constexpr std::uint64_t stride = 0x9E3779B97F4A7C15ULL;

std::uint64_t random_id()
{
    std::uint64_t id = 0;
    while (id == 0) id = random_number();
    return id;
}

// Only digits in lower case are.
std::optional<std::uint64_t> read_hex(std::string_view digits)
{
    std::uint64_t number = 0;
    for (const char c : digits) {
        const bool is_letter = c >= 'a' && c <= 'f';
        if (!is_letter && (c < '0' || c > '9')) return {};
        number = number << 4U | static_cast<std::uint64_t>(is_letter ? c - 'a' + 10 : c - '0');
    }
    return number;
}

} // namespace

std::uint64_t random_number()
{
    struct Numbers {
        Numbers()
        {
            std::random_device random;
            const auto word = [&] { return std::uint64_t{random()} << 32U | random(); };
            state = word();
            mask = word();
        }
        std::uint64_t state = 0;
        std::uint64_t mask = 0;
    };
    thread_local Numbers numbers;
    numbers.state += stride;
    return mixed(numbers.state) ^ mixed(numbers.mask += numbers.state);
}

std::string hex_of(std::uint64_t number)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex(16, '0');
    for (auto place = hex.rbegin(); number != 0; ++place, number >>= 4U) *place = digits[number & 15U];
    return hex;
}

std::string trace_id_of(const Context& context) { return hex_of(context.trace_high) + hex_of(context.trace_low); }

// 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
std::optional<Context> read_traceparent(std::string_view header)
{
    constexpr std::size_t length = 55;
    if (header.size() < length || header[2] != '-' || header[35] != '-' || header[52] != '-') return {};
    const auto version = read_hex(header.substr(0, 2));
    const auto high = read_hex(header.substr(3, 16));
    const auto low = read_hex(header.substr(19, 16));
    const auto span = read_hex(header.substr(36, 16));
    const auto flags = read_hex(header.substr(53, 2));
    if (!version || !high || !low || !span || !flags) return {};
    const bool more = header.size() > length;
    if (*version == 0xFF || (more && (*version == 0 || header[length] != '-'))) return {};
    if ((*high == 0 && *low == 0) || *span == 0) return {};
    return Context{.trace_high = *high, .trace_low = *low, .span = *span, .sampled = (*flags & 1U) != 0};
}

std::string traceparent_of(const Context& context)
{
    return "00-" + trace_id_of(context) + "-" + hex_of(context.span) + (context.sampled ? "-01" : "-00");
}

Trace::Trace(const std::optional<Context>& parent, Clock::time_point begin)
    : trace_high_(parent ? parent->trace_high : random_number()), trace_low_(parent ? parent->trace_low : random_id()),
      parent_(parent ? parent->span : 0), root_(random_id()), begin_(begin), end_(begin),
      wall_(std::chrono::system_clock::now()
            - std::chrono::duration_cast<std::chrono::system_clock::duration>(Clock::now() - begin))
{
}

// Mixing gives each number one of its own, and 0 to one number alone.
std::uint64_t Trace::id_of(std::size_t span) const
{
    if (span >= spans_.size()) return root_;
    const auto id = mixed(root_ + (span + 1) * stride);
    return id == 0 ? 1 : id;
}

std::size_t Trace::open(Span::Kind kind, std::string_view name, Clock::time_point begin)
{
    if (spans_.size() == most_spans) {
        ++untold_;
        return nothing;
    }
    const auto number = spans_.size();
    begin = std::max(begin, current_ == Span::of_root ? begin_ : spans_[current_].begin);
    spans_.push_back(
        {.kind = kind, .parent = current_, .begin = begin, .end = begin, .name = shortened(name, longest_name)});
    current_ = static_cast<std::uint32_t>(number);
    return number;
}

void Trace::close(std::size_t span, Clock::time_point end, Clock::duration least)
{
    if (span >= spans_.size()) return;
    auto& closed = spans_[span];
    closed.end = std::max(end, closed.begin);
    current_ = closed.parent;
    if (span + 1 == spans_.size() && closed.end - closed.begin < least) spans_.pop_back();
}

void Trace::add(Span::Kind kind, std::string_view name, Clock::time_point begin, Clock::time_point end, bool failed)
{
    const auto span = open(kind, name, begin);
    if (auto* added = at(span)) added->failed = failed;
    close(span, end);
}

void Trace::forget_from(std::size_t size)
{
    if (size >= spans_.size()) return;
    spans_.resize(size);
    if (current_ != Span::of_root && current_ >= size) current_ = Span::of_root;
}

std::uint64_t Trace::unix_time(Clock::time_point time) const
{
    const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(wall_.time_since_epoch() + (time - begin_));
    return static_cast<std::uint64_t>(std::max<std::int64_t>(since.count(), 0));
}

std::size_t Trace::bytes() const
{
    std::size_t all = sizeof(Trace) + spans_.capacity() * sizeof(Span);
    for (const auto& span : spans_) all += span.name.capacity() + span.host.capacity();
    return all;
}

} // namespace cairn::tracing
