#include "jobs/job_trace.hpp"

#include <utility>

#include "base/tracer.hpp"
#include "jobs/job.hpp"

namespace cairn::jobs {

JobTrace::JobTrace(const Job& job)
{
    auto* tracer = tracing::Tracer::now();
    if (tracer == nullptr) return;
    spent_.trace = tracer->begin_job(job.trace);
    if (spent_.trace == nullptr) return;
    about_ = {.kind = job.kind, .id = job.id, .attempt = job.attempts, .cause = tracing::read_traceparent(job.trace)};
}

JobTrace::~JobTrace() { finish(); }

JobTrace::JobTrace(JobTrace&& other) noexcept
    : spent_(std::exchange(other.spent_, {})), about_(std::move(other.about_)), call_(other.call_)
{
}

JobTrace& JobTrace::operator=(JobTrace&& other) noexcept
{
    std::swap(spent_, other.spent_);
    std::swap(about_, other.about_);
    std::swap(call_, other.call_);
    return *this;
}

void JobTrace::finish() noexcept
{
    if (spent_.trace == nullptr) return;
    spent_.trace->about = std::move(about_);
    spent_.trace->finish(tracing::Clock::now());
    if (auto* tracer = tracing::Tracer::now()) tracer->take(std::move(spent_.trace));
}

std::string JobTrace::begin_call(std::string_view method, std::string_view host)
{
    if (spent_.trace == nullptr) return {};
    call_ = spent_.trace->open(tracing::Span::Kind::call, method, tracing::Clock::now());
    if (auto* span = spent_.trace->at(call_)) span->host = host;
    return traceparent_of(spent_.trace->context_of(call_));
}

void JobTrace::end_call(int status)
{
    if (spent_.trace == nullptr) return;
    if (auto* span = spent_.trace->at(call_)) {
        if (status != 0) span->number = status;
        span->failed = status == 0 || status >= 400;
    }
    spent_.trace->close(std::exchange(call_, tracing::Trace::nothing), tracing::Clock::now());
}

} // namespace cairn::jobs
