#include <algorithm>

#include "base/text.hpp"
#include "repositories/lifecycle/edit.hpp"

namespace cairn::repositories {

using access::Unit;
using access::Units;

namespace {

bool is_web_address(std::string_view address)
{
    const auto rest = text::istarts_with(address, "https://") ? address.substr(8)
        : text::istarts_with(address, "http://")              ? address.substr(7)
                                                              : std::string_view();
    const auto host = rest.substr(0, rest.find_first_of("/?#"));
    const bool printable = std::ranges::all_of(address, [](char c) { return c < 0 || (c > ' ' && c != 0x7f); });
    return printable && !host.empty() && !host.starts_with(':') && host.find_first_of("<>\"\\^`{|}") == host.npos;
}

// A name that is there for a value has both of its braces or none.
bool is_issue_address(std::string_view format)
{
    if (!is_web_address(format)) return false;
    for (const std::string_view name : {"user", "repo", "index"})
        for (auto at = format.find(name); at != format.npos; at = format.find(name, at + 1)) {
            const bool opened = format[at - 1] == '{';
            const auto after = format.substr(at + name.size());
            if (opened != after.starts_with('}')) return false;
        }
    return true;
}

std::unexpected<Error> bad_address(std::string_view what)
{
    return fail(Errc::unprocessable, std::string(what) + " must be an address that begins with http:// or https://");
}

Result<void> edit_issues(StoredRepository& repository, Units& units, const EditRepoOption& edit)
{
    if (!edit.has_issues) return {};
    if (!*edit.has_issues) {
        units.set(Unit::issues, false);
        units.set(Unit::ext_issues, false);
        return {};
    }
    if (edit.external_tracker) {
        const auto& tracker = *edit.external_tracker;
        if (!is_web_address(tracker.external_tracker_url)) return bad_address("the tracker");
        if (!tracker.external_tracker_format.empty() && !is_issue_address(tracker.external_tracker_format))
            return fail(Errc::unprocessable,
                        "the format must be an address with {user}, {repo} and {index} in whole braces");
        repository.external_tracker_url = tracker.external_tracker_url;
        repository.external_tracker_format = tracker.external_tracker_format;
        repository.external_tracker_style = tracker.external_tracker_style;
        repository.external_tracker_pattern = tracker.external_tracker_regexp_pattern;
        units.set(Unit::ext_issues, true);
        units.set(Unit::issues, false);
        return {};
    }
    if (edit.internal_tracker) {
        repository.time_tracker = edit.internal_tracker->enable_time_tracker;
        repository.only_contributors_track_time = edit.internal_tracker->allow_only_contributors_to_track_time;
        repository.issue_dependencies = edit.internal_tracker->enable_issue_dependencies;
    } else if (!units.has(Unit::issues)) {
        repository.time_tracker = repository.only_contributors_track_time = repository.issue_dependencies = true;
    }
    units.set(Unit::issues, true);
    units.set(Unit::ext_issues, false);
    return {};
}

Result<void> edit_wiki(StoredRepository& repository, Units& units, const EditRepoOption& edit)
{
    if (!edit.has_wiki) return {};
    const bool external = *edit.has_wiki && edit.external_wiki;
    if (external) {
        if (!is_web_address(edit.external_wiki->external_wiki_url)) return bad_address("the wiki");
        repository.external_wiki_url = edit.external_wiki->external_wiki_url;
    }
    units.set(Unit::ext_wiki, external);
    units.set(Unit::wiki, *edit.has_wiki && !external);
    return {};
}

// Takes what is there and says whether there was anything.
template <class T> bool take(T& into, const std::optional<T>& value)
{
    if (value) into = *value;
    return value.has_value();
}

bool take_merging(StoredRepository& into, const EditRepoOption& edit)
{
    bool any = false;
    any |= take(into.ignore_whitespace_conflicts, edit.ignore_whitespace_conflicts);
    any |= take(into.allow_merge_commits, edit.allow_merge_commits);
    any |= take(into.allow_rebase, edit.allow_rebase);
    any |= take(into.allow_rebase_explicit, edit.allow_rebase_explicit);
    any |= take(into.allow_squash_merge, edit.allow_squash_merge);
    any |= take(into.allow_fast_forward_only_merge, edit.allow_fast_forward_only_merge);
    any |= take(into.allow_manual_merge, edit.allow_manual_merge);
    any |= take(into.autodetect_manual_merge, edit.autodetect_manual_merge);
    any |= take(into.allow_merge_update, edit.allow_merge_update);
    any |= take(into.allow_rebase_update, edit.allow_rebase_update);
    any |= take(into.default_merge_style, edit.default_merge_style);
    any |= take(into.default_update_style, edit.default_update_style);
    any |= take(into.default_delete_branch_after_merge, edit.default_delete_branch_after_merge);
    any |= take(into.default_allow_maintainer_edit, edit.default_allow_maintainer_edit);
    return any;
}

void reset_merging(StoredRepository& repository)
{
    const StoredRepository usual;
    EditRepoOption all;
    all.ignore_whitespace_conflicts = usual.ignore_whitespace_conflicts;
    all.allow_merge_commits = usual.allow_merge_commits;
    all.allow_rebase = usual.allow_rebase;
    all.allow_rebase_explicit = usual.allow_rebase_explicit;
    all.allow_squash_merge = usual.allow_squash_merge;
    all.allow_fast_forward_only_merge = usual.allow_fast_forward_only_merge;
    all.allow_manual_merge = usual.allow_manual_merge;
    all.autodetect_manual_merge = usual.autodetect_manual_merge;
    all.allow_merge_update = usual.allow_merge_update;
    all.allow_rebase_update = usual.allow_rebase_update;
    all.default_merge_style = usual.default_merge_style;
    all.default_update_style = usual.default_update_style;
    all.default_delete_branch_after_merge = usual.default_delete_branch_after_merge;
    all.default_allow_maintainer_edit = usual.default_allow_maintainer_edit;
    take_merging(repository, all);
}

// A setting switches the unit on, unless the same request switches it off. What it was set to before is forgotten while
// it is off.
Result<void> edit_pulls(StoredRepository& repository, Units& units, const EditRepoOption& edit)
{
    const bool was_on = units.has(Unit::pulls);
    StoredRepository set_up = repository;
    if (!was_on) reset_merging(set_up);
    const bool any_setting = take_merging(set_up, edit);
    const bool on = edit.has_pull_requests.value_or(was_on || any_setting);
    units.set(Unit::pulls, on);
    if (!on) return {};
    if (!set_up.allow_merge_update && !set_up.allow_rebase_update)
        return fail(Errc::unprocessable, "one way to update a branch must stay allowed, by merge or by rebase");
    repository = std::move(set_up);
    return {};
}

} // namespace

Result<void> edit_units(StoredRepository& repository, const EditRepoOption& edit, Units available)
{
    Units units = repository.enabled();
    const auto turn = [&](Unit unit, const std::optional<bool>& on) {
        if (on) units.set(unit, *on);
    };
    turn(Unit::code, edit.has_code);
    turn(Unit::releases, edit.has_releases);
    turn(Unit::packages, edit.has_packages);
    turn(Unit::actions, edit.has_actions);
    turn(Unit::projects, edit.has_projects);
    if (edit.has_projects.value_or(false)) take(repository.projects_mode, edit.projects_mode);
    TRY(edit_issues(repository, units, edit));
    TRY(edit_wiki(repository, units, edit));
    TRY(edit_pulls(repository, units, edit));
    repository.units = (units & available).stored();
    return {};
}

} // namespace cairn::repositories
