#include "markup/cpu_budget.hpp"

#include <ctime>

namespace cairn::markup {

namespace {

std::chrono::nanoseconds used_by_this_thread()
{
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

} // namespace

CpuBudget::CpuBudget(std::chrono::milliseconds all) : end_(used_by_this_thread() + all) { }

void CpuBudget::check() const
{
    if (used_by_this_thread() > end_) throw TooMuch();
}

} // namespace cairn::markup
