#include "base/deadline.hpp"

namespace cairn {

namespace {

constexpr std::chrono::milliseconds between_questions{100};

} // namespace

Deadline::Deadline(std::chrono::milliseconds time, std::function<bool()> wanted)
    : before_(current), end_(Clock::now() + time), next_question_(Clock::now() + between_questions),
      wanted_(std::move(wanted))
{
    current = this;
}

Deadline::~Deadline() { current = before_; }

bool Deadline::look()
{
    if (over_) return false;
    const auto now = Clock::now();
    over_ = now >= end_;
    if (over_ || !wanted_ || now < next_question_) return !over_;
    next_question_ = now + between_questions;
    over_ = !wanted_();
    return !over_;
}

Result<> Deadline::check()
{
    if (!is_ahead()) return takes_too_long();
    return {};
}

std::unexpected<Error> takes_too_long()
{
    return fail(Errc::too_large, "this takes longer than a request may: ask for less");
}

} // namespace cairn
