#include "app/doctor/doctor.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>

#include <fmt/core.h>

#include "app/site_lock.hpp"
#include "base/text.hpp"
#include "config/load.hpp"

namespace cairn::app {

using admin::Complaints;
using admin::Examined;
using doctor::Check;
using doctor::Examination;

namespace {

constexpr std::size_t name_width = 18;

// A check that fails itself is told as what it has found.
Complaints guarded(Complaints (*part)(Examination&), Examination& examination)
{
    try {
        return part(examination);
    } catch (const std::exception& error) {
        return {error.what()};
    }
}

Complaints look(const Check& check, Examination& examination)
{
    if (check.needs_tables && !examination.has_tables()) return {}; // said of the database
    return guarded(check.look, examination);
}

// What was done, or why nothing was.
Complaints mend(const Check& check, Examination& examination)
{
    if (check.mend == nullptr) return {};
    if (check.mends != Check::Mends::while_stopped) return guarded(check.mend, examination);
    const auto lock = SiteLock::take(examination.settings.server.app_data_path, SiteLock::Use::moving_in);
    if (!lock) return {"not mended while the site runs: " + lock.error().message};
    return guarded(check.mend, examination);
}

Result<std::vector<const Check*>> wanted_checks(const std::vector<std::string>& names)
{
    std::vector<const Check*> wanted;
    for (const auto& check : all_checks())
        if (names.empty() || std::ranges::find(names, check.name) != names.end()) wanted.push_back(&check);
    for (const auto& name : names) {
        if (std::ranges::find(all_checks(), name, &Check::name) != all_checks().end()) continue;
        std::vector<std::string_view> known;
        for (const auto& check : all_checks()) known.push_back(check.name);
        const auto near = text::nearest(name, known);
        return fail(
            Errc::not_found,
            "there is no check " + name
                + (near.empty() ? "; --list tells which there are" : "; did you mean " + std::string(near) + "?"));
    }
    return wanted;
}

void list(const std::vector<const Check*>& checks)
{
    for (const Check* check : checks) {
        const std::string_view when = check->mends == Check::Mends::nothing ? "not repaired"
            : check->mends == Check::Mends::any_time                        ? "--repair"
                                                                            : "--repair, while the site is stopped";
        fmt::print("{:<{}} {}\n{:<{}} {}: {}\n", check->name, name_width, check->words, "", name_width, when,
                   check->repair);
    }
}

} // namespace

std::vector<Examined> examine_all(const config::Loaded& loaded, const std::stop_token& stop)
{
    Examination examination(loaded, stop);
    std::vector<Examined> found;
    for (const auto& check : all_checks()) {
        if (stop.stop_requested()) break;
        auto complaints = look(check, examination);
        found.push_back({.what = std::string(check.name),
                         .words = std::string(check.words),
                         .repair = check.mend == nullptr || complaints.empty() ? "" : std::string(check.repair),
                         .complaints = std::move(complaints)});
    }
    return found;
}

Result<bool> examine(const config::Loaded& loaded, const DoctorWish& wish)
{
    const auto checks = TRY(wanted_checks(wish.only));
    if (wish.list) {
        list(checks);
        return true;
    }
    Examination examination(loaded, {});
    std::size_t count = 0;
    bool could_repair = false;
    for (const Check* check : checks) {
        auto complaints = look(*check, examination);
        Complaints done;
        if (wish.repair && !complaints.empty()) {
            done = mend(*check, examination);
            if (!done.empty()) complaints = look(*check, examination);
        }
        fmt::print("{:<{}} {}\n", check->name, name_width, complaints.empty() ? "ok" : "");
        for (const auto& line : done) fmt::print("    + {}\n", line);
        for (const auto& line : complaints) fmt::print("    - {}\n", line);
        std::fflush(stdout); // whoever waits sees how far it is
        count += complaints.size();
        could_repair |= !complaints.empty() && check->mend != nullptr && !wish.repair;
    }
    fmt::print("{}\n", count == 0 ? "All is well." : fmt::format("{} to be looked at.", count));
    if (could_repair) fmt::print("Some of it is mended by --repair: see --list.\n");
    return count == 0;
}

} // namespace cairn::app
