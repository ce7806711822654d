#include "app/metrics.hpp"

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "app/figure_head.hpp"
#include "base/figures.hpp"
#include "base/time.hpp"

namespace cairn::app {

namespace {

const Time began = Time::now();

std::int64_t resident_bytes()
{
    std::ifstream file("/proc/self/statm");
    std::int64_t size = 0;
    std::int64_t resident = 0;
    file >> size >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

double processor_seconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

std::int64_t open_descriptors()
{
    std::error_code none;
    const std::filesystem::directory_iterator all("/proc/self/fd", none);
    return std::distance(begin(all), end(all)) - 1; // without the one that looks
}

std::uint64_t most_descriptors()
{
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur;
}

// What any process has, under the names that those who watch processes look for.
void append_process(std::string& out)
{
    const auto figure = [&](std::string_view name, std::string_view type, std::string_view help, double value) {
        append_figure_head(out, name, type, help);
        fmt::format_to(std::back_inserter(out), "{} {}\n", name, value);
    };
    figure("process_resident_memory_bytes", "gauge", "Memory in use.", static_cast<double>(resident_bytes()));
    figure("process_cpu_seconds_total", "counter", "Time of processors used.", processor_seconds());
    figure("process_open_fds", "gauge", "Files and connections that are open.",
           static_cast<double>(open_descriptors()));
    figure("process_max_fds", "gauge", "How many of them may be.", static_cast<double>(most_descriptors()));
    figure("process_start_time_seconds", "gauge", "When it began, in seconds since 1970.",
           static_cast<double>(began.seconds));
}

// Figures of one name stand together, because what they are is said once.
void append_figures(std::string& out)
{
    auto figures = Figure::all();
    std::ranges::sort(figures, {}, [](const Figure* each) { return std::pair(each->name(), each->labels()); });
    std::string_view last;
    for (const auto* each : figures) {
        if (each->name() != last)
            append_figure_head(out, each->name(), each->kind() == Figure::Kind::counter ? "counter" : "gauge",
                               each->help());
        last = each->name();
        const auto labels = each->labels().empty() ? std::string() : fmt::format("{{{}}}", each->labels());
        fmt::format_to(std::back_inserter(out), "{}{} {}\n", each->name(), labels, each->value());
    }
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
    std::string out;
    append_figure_head(out, "cairn_build_info", "gauge", "The version of the program.");
    out += "cairn_build_info{version=\"" CAIRN_VERSION "\"} 1\n";
    append_process(out);
    const auto each = [&](auto visit) {
        for (std::size_t i = 0; i < series_.size(); ++i) {
            const bool used = std::ranges::any_of(series_[i].by_class, [](const auto& n) { return n.load() != 0; });
            if (used) visit(i < routes_.all().size() ? routes_.all()[i].operation->id : "none", series_[i]);
        }
    };
    append_figure_head(out, "cairn_http_requests_total", "counter", "Requests answered.");
    each([&](std::string_view operation, const Series& series) {
        for (std::size_t c = 1; c < series.by_class.size(); ++c)
            if (const auto n = series.by_class[c].load(std::memory_order_relaxed); n != 0)
                fmt::format_to(std::back_inserter(out),
                               "cairn_http_requests_total{{operation=\"{}\",status=\"{}xx\"}} {}\n", operation, c, n);
    });
    append_figure_head(out, "cairn_http_request_duration_seconds", "histogram",
                       "Time from the request's head to the answer's last byte.");
    each([&](std::string_view operation, const Series& series) { append(out, operation, series); });
    append_figures(out);
    return out;
}

} // namespace cairn::app
