#include "git/limits.hpp"

namespace cairn::git {

namespace {

Limits& those_of_process()
{
    static Limits limits;
    return limits;
}

} // namespace

const Limits& limits() { return those_of_process(); }

void set_limits(const Limits& wanted) { those_of_process() = wanted; }

} // namespace cairn::git
