// What doing a job costs, step by step, if that is traced: a trace of its own, linked to what has put it.
#pragma once

#include "base/spent.hpp"
#include "base/trace.hpp"

namespace cairn::jobs {

struct Job;

// From when it is made until it goes. Of one thread at a time, as the job goes from one to the next.
class JobTrace {
public:
    explicit JobTrace(const Job&);
    ~JobTrace();
    JobTrace(JobTrace&& other) noexcept;
    JobTrace& operator=(JobTrace&& other) noexcept;

    // For a Spending: null where it is not traced.
    Spent* spent() { return spent_.trace != nullptr ? &spent_ : nullptr; }
    void fail() { about_.failed = true; }

    // A call that is made for it and does not end in the thread in which it begins. The header that goes along; empty
    // where nothing is traced.
    std::string begin_call(std::string_view method, std::string_view host);
    void end_call(int status); // 0: there was no answer

private:
    void finish() noexcept;

    Spent spent_{};
    tracing::OfJob about_{};
    std::size_t call_ = tracing::Trace::nothing;
};

} // namespace cairn::jobs
