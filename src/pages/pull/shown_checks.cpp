#include "pages/pull/shown_checks.hpp"

#include <algorithm>
#include <tuple>

#include "base/glob.hpp"
#include "db/database.hpp"
#include "pulls/review/review.hpp"

namespace cairn::pages {

using api::Call;
using contents::StoredStatus;
using pulls::PullContext;

namespace {

constexpr std::size_t most_checks = 300;

std::string_view state_of(const StoredStatus& status)
{
    if (status.state == "success") return "success";
    if (status.state == "failure" || status.state == "error" || status.state == "warning") return "failure";
    return status.state == "skipped" ? "skipped" : "pending";
}

int rank_of(const ShownCheck& check)
{
    return check.state == "failure" ? 0 : check.state == "pending" ? 1 : check.state == "success" ? 2 : 3;
}

} // namespace

Checks shown_checks(const Call& call, const PullContext& at)
{
    Checks checks;
    const auto rule = pulls::rule_for(call.db(), at.pull);
    const auto demanded = rule && rule->enable_status_check ? rule->contexts() : std::vector<std::string>();
    std::vector<bool> heard(demanded.size(), false);
    for (const auto& status : contents::latest_statuses(call.db(), at.place.repository.id, at.pull.head_sha)) {
        ShownCheck shown{.name = status.context,
                         .state = std::string(state_of(status)),
                         .how = status.description,
                         .address = status.target_url,
                         .since = status.created_at};
        for (std::size_t i = 0; i < demanded.size(); ++i) {
            const auto glob = Glob::parse(demanded[i], "");
            if (status.context != demanded[i] && !(glob && glob->matches(status.context))) continue;
            shown.required = true;
            heard[i] = true;
        }
        if (shown.state == "success") ++checks.passed;
        else if (shown.state == "failure") ++checks.failed;
        else if (shown.state == "pending") ++checks.running;
        if (shown.required && shown.state != "success" && shown.state != "skipped")
            checks.awaited.push_back(shown.name);
        checks.all.push_back(std::move(shown));
    }
    // What is demanded and has not been heard of yet is waited for, too.
    for (std::size_t i = 0; i < demanded.size(); ++i) {
        if (heard[i]) continue;
        checks.all.push_back({.name = demanded[i], .state = "pending", .required = true});
        checks.awaited.push_back(demanded[i]);
        ++checks.running;
    }
    std::ranges::stable_sort(checks.all, {},
                             [](const ShownCheck& one) { return std::tuple(!one.required, rank_of(one)); });
    if (checks.all.size() > most_checks) checks.all.resize(most_checks);
    return checks;
}

} // namespace cairn::pages
