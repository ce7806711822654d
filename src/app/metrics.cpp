#include "app/metrics.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

namespace cairn::app {

namespace {

std::int64_t resident_bytes()
{
    std::ifstream file("/proc/self/statm");
    std::int64_t size = 0;
    std::int64_t resident = 0;
    file >> size >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

} // namespace

Metrics::Metrics(const api::Routes& routes, bool enabled)
    : routes_(routes), series_(enabled ? routes.all().size() + 1 : 0)
{
}

void Metrics::count(const api::Route* route, int status, std::chrono::nanoseconds duration)
{
    if (series_.empty()) return;
    Series& series = route != nullptr ? series_[route->number] : series_.back();
    const auto microseconds = duration.count() / 1000;
    const auto bucket = std::ranges::lower_bound(bounds, microseconds) - bounds.begin();
    series.buckets[static_cast<std::size_t>(bucket)].fetch_add(1, std::memory_order_relaxed);
    series.by_class[static_cast<std::size_t>(std::clamp(status / 100, 0, 5))].fetch_add(1, std::memory_order_relaxed);
    series.microseconds.fetch_add(static_cast<std::uint64_t>(microseconds), std::memory_order_relaxed);
}

void Metrics::append(std::string& out, std::string_view operation, const Series& series) const
{
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < series.buckets.size(); ++i) {
        total += series.buckets[i].load(std::memory_order_relaxed);
        const auto bound = i < bounds.size() ? fmt::format("{}", static_cast<double>(bounds[i]) / 1e6) : "+Inf";
        fmt::format_to(std::back_inserter(out),
                       "cairn_http_request_duration_seconds_bucket{{operation=\"{}\",le=\"{}\"}} {}\n", operation,
                       bound, total);
    }
    fmt::format_to(std::back_inserter(out), "cairn_http_request_duration_seconds_sum{{operation=\"{}\"}} {}\n",
                   operation, static_cast<double>(series.microseconds.load(std::memory_order_relaxed)) / 1e6);
    fmt::format_to(std::back_inserter(out), "cairn_http_request_duration_seconds_count{{operation=\"{}\"}} {}\n",
                   operation, total);
}

std::string Metrics::text() const
{
    std::string out =
        "# HELP cairn_build_info The version of the program.\n# TYPE cairn_build_info gauge\n"
        "cairn_build_info{version=\"" CAIRN_VERSION "\"} 1\n"
        "# HELP process_resident_memory_bytes Memory in use.\n# TYPE process_resident_memory_bytes gauge\n";
    out += fmt::format("process_resident_memory_bytes {}\n", resident_bytes());
    const auto each = [&](auto visit) {
        for (std::size_t i = 0; i < series_.size(); ++i) {
            const bool used = std::ranges::any_of(series_[i].by_class, [](const auto& n) { return n.load() != 0; });
            if (used) visit(i < routes_.all().size() ? routes_.all()[i].operation->id : "none", series_[i]);
        }
    };
    out += "# HELP cairn_http_requests_total Requests answered.\n# TYPE cairn_http_requests_total counter\n";
    each([&](std::string_view operation, const Series& series) {
        for (std::size_t c = 1; c < series.by_class.size(); ++c)
            if (const auto n = series.by_class[c].load(std::memory_order_relaxed); n != 0)
                fmt::format_to(std::back_inserter(out),
                               "cairn_http_requests_total{{operation=\"{}\",status=\"{}xx\"}} {}\n", operation, c, n);
    });
    out += "# HELP cairn_http_request_duration_seconds Time from the request's head to the answer's last byte.\n"
           "# TYPE cairn_http_request_duration_seconds histogram\n";
    each([&](std::string_view operation, const Series& series) { append(out, operation, series); });
    return out;
}

} // namespace cairn::app
