#include "base/spending.hpp"

namespace cairn {

std::string traceparent_of_work()
{
    const auto* spent = Spending::now();
    return spent != nullptr && spent->trace != nullptr ? traceparent_of(spent->trace->context()) : std::string();
}

void Step::begin(tracing::Trace& trace, std::string_view name, const Options& options)
{
    trace_ = &trace;
    exceptions_ = std::uncaught_exceptions();
    least_ = options.least;
    span_ = trace.open(options.kind, name, options.since.value_or(tracing::Clock::now()));
}

void Step::end() noexcept
{
    if (std::uncaught_exceptions() > exceptions_) fail();
    trace_->close(span_, tracing::Clock::now(), least_);
}

void Step::fail()
{
    if (trace_ == nullptr) return;
    if (auto* span = trace_->at(span_)) span->failed = true;
}

void Step::set_number(int number)
{
    if (trace_ == nullptr) return;
    if (auto* span = trace_->at(span_)) span->number = number;
}

void Step::set_host(std::string_view host)
{
    if (trace_ == nullptr) return;
    if (auto* span = trace_->at(span_)) span->host = host;
}

void StatementWatch::end() const noexcept
{
    const auto now = std::chrono::steady_clock::now();
    spent_->add_statement(text_, now - since_);
    if (spent_->trace != nullptr)
        spent_->trace->add(tracing::Span::Kind::statement, text_, since_, now,
                           std::uncaught_exceptions() > exceptions_);
}

} // namespace cairn
