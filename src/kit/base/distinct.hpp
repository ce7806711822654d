// What lists of ids are made into before they are looked up: in order, each once.
#pragma once

#include <algorithm>
#include <vector>

namespace cairn {

template <class T> void make_distinct(std::vector<T>& values)
{
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
}

} // namespace cairn
