// What those who run the site look at: is it alive, and how does it do.
#include "app/monitoring.hpp"

#include "api/call.hpp"
#include "app/job_metrics.hpp"
#include "app/metrics.hpp"
#include "base/log.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "db/database.hpp"

namespace cairn::app {

using namespace api;
using enum Method;

namespace {

// With [metrics] TOKEN set, only who knows it may look.
Result<void> check_scrapes(Call& call)
{
    const auto& metrics = call.settings().metrics;
    if (!metrics.enabled) return not_found("the page");
    if (metrics.token.empty()) return {};
    if (!crypto::equal_in_constant_time(call.request.header("Authorization"), "Bearer " + metrics.token))
        return fail(Errc::unauthorized, "the metrics need their token as bearer");
    return {};
}
constexpr Guard scrapes_metrics{.name = "scrapes metrics", .check = &check_scrapes, .own_credentials = true};

Result<Raw> get_health(Call& call)
{
    bool alive = true;
    try {
        call.db().scalar<std::int64_t>("SELECT count(*) AS value FROM schema_migration");
    } catch (const std::exception& error) {
        log::error("the database does not answer", {{"error", error.what()}});
        alive = false;
    }
    const std::string status = alive ? "pass" : "fail";
    return Raw{.body = R"({"status":")" + status + R"(","description":"Cairn","checks":{"database:ping":[{"status":")"
                   + status + R"(","time":")" + to_rfc3339(Time::now()) + R"("}]}})",
               .content_type = "application/health+json",
               .status = alive ? 200 : 503,
               .headers = {{"Cache-Control", "no-store"}}};
}

Result<Raw> get_metrics(Call& call)
{
    return Raw{.body = call.site.get<app::Metrics>().text() + job_metrics(call.db(), call.site.get<jobs::Queue>()),
               .content_type = "text/plain; version=0.0.4; charset=utf-8",
               .headers = {{"Cache-Control", "no-store"}}};
}

// clang-format off
constexpr Operation monitoring_operations[] = {
    {GET, "/api/healthz", scope::none, unguarded,       handle<get_health>,  200, "siteHealth",  "Tell whether the site is well"},
    {GET, "/metrics",     scope::none, scrapes_metrics, handle<get_metrics>, 200, "siteMetrics", "Give the site's figures to Prometheus"},
};
// clang-format on
static_assert(well_formed(monitoring_operations));

} // namespace

const Table monitoring_table{"site", monitoring_operations, Door::site};

} // namespace cairn::app
