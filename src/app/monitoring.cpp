// What those who run the site look at: is it alive, and how does it do.
#include "app/monitoring.hpp"

#include "api/call.hpp"
#include "app/job_metrics.hpp"
#include "app/metrics.hpp"
#include "app/readiness.hpp"
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

bool has_database(Call& call)
{
    try {
        call.db().scalar<std::int64_t>("SELECT count(*) AS value FROM schema_migration");
        return true;
    } catch (const std::exception& error) {
        log::error("the database does not answer", {{"error", error.what()}});
        return false;
    }
}

// Whether the process is to be left alone. That the database is away is nothing that a new start would mend.
Result<Raw> get_life(Call&)
{
    return Raw{.body = std::string("alive\n"),
               .content_type = "text/plain; charset=utf-8",
               .headers = {{"Cache-Control", "no-store"}}};
}

// Whether it is to be given requests.
Result<Raw> get_readiness(Call& call)
{
    const bool draining = call.site.get<Readiness>().is_draining();
    const bool ready = !draining && has_database(call);
    return Raw{.body = std::string(ready          ? "ready\n"
                                       : draining ? "about to stop\n"
                                                  : "the database does not answer\n"),
               .content_type = "text/plain; charset=utf-8",
               .status = ready ? 200 : 503,
               .headers = {{"Cache-Control", "no-store"}}};
}

Result<Raw> get_health(Call& call)
{
    const bool alive = has_database(call);
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
    {GET, "/api/healthz", scope::none, unguarded,       handle<get_health>,    200, "siteHealth",    "Tell whether the site is well"},
    {GET, "/api/livez",   scope::none, unguarded,       handle<get_life>,      200, "siteLife",      "Tell whether the process is to be left alone"},
    {GET, "/api/readyz",  scope::none, unguarded,       handle<get_readiness>, 200, "siteReadiness", "Tell whether this node is to be given requests"},
    {GET, "/metrics",     scope::none, scrapes_metrics, handle<get_metrics>,   200, "siteMetrics",   "Give the site's figures to Prometheus"},
};
// clang-format on
static_assert(well_formed(monitoring_operations));

} // namespace

const Table monitoring_table{"site", monitoring_operations, Door::site};

} // namespace cairn::app
