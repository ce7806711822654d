#include "import/repository_units.hpp"

#include "api/codec.hpp"
#include "import/units.hpp"

namespace cairn::import {

using repositories::MergeStyle;
using repositories::StoredRepository;
using repositories::UpdateStyle;

namespace {

struct UnitRow {
    std::int64_t type = 0;
    std::string config;
    std::int64_t anonymous_access_mode = 0;
    std::int64_t everyone_access_mode = 0;
    std::int64_t default_permissions = 0; // Forgejo: the same, counted from 1; 0 is nothing said
};
BOOST_DESCRIBE_STRUCT(UnitRow, (), (type, config, anonymous_access_mode, everyone_access_mode, default_permissions))

// Members match whatever the case of their names: EnableTimetracker is enable_timetracker without its underscores, so
// the aliases say how they are spelled.
struct IssuesConfig {
    bool timetracker = true;
    bool contributors_only = true;
    bool dependencies = true;
};
BOOST_DESCRIBE_STRUCT(IssuesConfig, (), (timetracker, contributors_only, dependencies))
constexpr auto notes(const IssuesConfig*)
{
    return std::array{Note{.member = "timetracker", .alias = "EnableTimetracker"},
                      Note{.member = "contributors_only", .alias = "AllowOnlyContributorsToTrackTime"},
                      Note{.member = "dependencies", .alias = "EnableDependencies"}};
}

struct PullsConfig {
    bool ignore_whitespace = false;
    bool merge = true;
    bool rebase = true;
    bool rebase_merge = true;
    bool squash = true;
    bool fast_forward = true;
    bool manual = false;
    bool detect = false;
    bool rebase_update = true;
    bool delete_branch = false;
    std::string style;
    bool maintainer_edit = true;
};
BOOST_DESCRIBE_STRUCT(PullsConfig, (),
                      (ignore_whitespace, merge, rebase, rebase_merge, squash, fast_forward, manual, detect,
                       rebase_update, delete_branch, style, maintainer_edit))
constexpr auto notes(const PullsConfig*)
{
    return std::array{Note{.member = "ignore_whitespace", .alias = "IgnoreWhitespaceConflicts"},
                      Note{.member = "merge", .alias = "AllowMerge"},
                      Note{.member = "rebase", .alias = "AllowRebase"},
                      Note{.member = "rebase_merge", .alias = "AllowRebaseMerge"},
                      Note{.member = "squash", .alias = "AllowSquash"},
                      Note{.member = "fast_forward", .alias = "AllowFastForwardOnly"},
                      Note{.member = "manual", .alias = "AllowManualMerge"},
                      Note{.member = "detect", .alias = "AutodetectManualMerge"},
                      Note{.member = "rebase_update", .alias = "AllowRebaseUpdate"},
                      Note{.member = "delete_branch", .alias = "DefaultDeleteBranchAfterMerge"},
                      Note{.member = "style", .alias = "DefaultMergeStyle"},
                      Note{.member = "maintainer_edit", .alias = "DefaultAllowMaintainerEdit"}};
}

struct TrackerConfig {
    std::string url;
    std::string format;
    std::string style;
    std::string pattern;
};
BOOST_DESCRIBE_STRUCT(TrackerConfig, (), (url, format, style, pattern))
constexpr auto notes(const TrackerConfig*)
{
    return std::array{Note{.member = "url", .alias = "ExternalTrackerURL"},
                      Note{.member = "format", .alias = "ExternalTrackerFormat"},
                      Note{.member = "style", .alias = "ExternalTrackerStyle"},
                      Note{.member = "pattern", .alias = "ExternalTrackerRegexpPattern"}};
}

struct WikiConfig {
    std::string url;
};
BOOST_DESCRIBE_STRUCT(WikiConfig, (), (url))
constexpr auto notes(const WikiConfig*) { return std::array{Note{.member = "url", .alias = "ExternalWikiURL"}}; }

// What does not fit leaves the defaults.
template <class T> T read(const std::string& json)
{
    T config;
    if (!json.empty() && !api::decode_json(type_of<T>(), json, &config)) return T{};
    return config;
}

void set_up_pulls(StoredRepository& into, const PullsConfig& from)
{
    into.ignore_whitespace_conflicts = from.ignore_whitespace;
    into.allow_merge_commits = from.merge;
    into.allow_rebase = from.rebase;
    into.allow_rebase_explicit = from.rebase_merge;
    into.allow_squash_merge = from.squash;
    into.allow_fast_forward_only_merge = from.fast_forward;
    into.allow_manual_merge = from.manual;
    into.autodetect_manual_merge = from.detect;
    into.allow_rebase_update = from.rebase_update;
    into.default_delete_branch_after_merge = from.delete_branch;
    into.default_allow_maintainer_edit = from.maintainer_edit;
    constexpr auto styles = words(static_cast<const MergeStyle*>(nullptr));
    for (std::size_t i = 0; i < styles.size(); ++i)
        if (styles[i] == from.style) into.default_merge_style = static_cast<MergeStyle>(i);
}

void set_up(StoredRepository& into, access::Unit unit, const std::string& json)
{
    using enum access::Unit;
    switch (unit) {
    case issues: {
        const auto config = read<IssuesConfig>(json);
        into.time_tracker = config.timetracker;
        into.only_contributors_track_time = config.contributors_only;
        into.issue_dependencies = config.dependencies;
        return;
    }
    case pulls: set_up_pulls(into, read<PullsConfig>(json)); return;
    case ext_issues: {
        const auto config = read<TrackerConfig>(json);
        into.external_tracker_url = config.url;
        into.external_tracker_format = config.format;
        into.external_tracker_style = config.style;
        into.external_tracker_pattern = config.pattern;
        return;
    }
    case ext_wiki: into.external_wiki_url = read<WikiConfig>(json).url; return;
    default: return;
    }
}

} // namespace

Opened set_units(Source& source, std::int64_t old_id, StoredRepository& repository)
{
    Opened opened;
    access::Units units;
    for (const auto& row : source.where<UnitRow>("repo_unit", "repo_id", old_id)) {
        const auto unit = unit_of_type(row.type);
        if (!unit) continue;
        units.set(*unit, true);
        set_up(repository, *unit, row.config);
        // Whatever the number says, nobody administers what is open to all.
        const auto level = [](std::int64_t mode, access::Level most) { return std::min(level_of_mode(mode), most); };
        opened.anonymous.set(*unit, level(row.anonymous_access_mode, access::Level::read));
        opened.everyone.set(
            *unit, level(std::max(row.everyone_access_mode, row.default_permissions - 1), access::Level::write));
    }
    repository.units = units.stored();
    return opened;
}

} // namespace cairn::import
