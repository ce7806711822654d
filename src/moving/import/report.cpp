#include "import/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "api/operation.hpp"
#include "base/text.hpp"
#include "import/advice.hpp"
#include "import/kinds.hpp"

namespace cairn::import {

namespace {

constexpr std::size_t shown_examples = 10; // of each reason, in the text

struct ProgressRow {
    std::int64_t moved = 0;
    std::int64_t bytes = 0;
};
BOOST_DESCRIBE_STRUCT(ProgressRow, (), (moved, bytes))

struct LossRow {
    std::string reason;
    std::int64_t count = 0;
    std::string examples;
};
BOOST_DESCRIBE_STRUCT(LossRow, (), (reason, count, examples))

struct VersionRow {
    std::int64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(VersionRow, (), (version))

std::string words_for(std::int64_t bytes)
{
    constexpr std::array<std::string_view, 5> units{"bytes", "KiB", "MiB", "GiB", "TiB"};
    auto number = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; number >= 1024 && unit + 1 < units.size(); ++unit) number /= 1024;
    return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", number, units[unit]);
}

std::vector<TableReport> unread_tables(Source& source)
{
    std::vector<TableReport> unread;
    for (const auto& table : source.tables()) {
        const bool read = std::ranges::any_of(all_kinds(), [&](const Kind* kind) { return kind->table == table; });
        if (read || is_dispensable(table)) continue;
        if (const auto rows = source.count(table); rows > 0)
            unread.push_back({table, rows, std::string(reason_for_leaving(table))});
    }
    if (const auto deleted = source.has("branch", "is_deleted") ? source.count("branch", "is_deleted") : 0; deleted > 0)
        unread.push_back({"branch (deleted)", deleted, std::string(reason_for_leaving("deleted_branch"))});
    return unread;
}

} // namespace

Report read_report(const Move& move, db::Queries& db)
{
    Report report{.dry_run = move.tries(),
                  .source = move.old.name,
                  .product = move.source.has_table("forgejo_version") ? "Forgejo" : "Gitea",
                  .schema_version = 0,
                  .kinds = {},
                  .left_behind = unread_tables(move.source),
                  .changed = {},
                  .bytes_to_copy = move.to_copy,
                  .advice = {}};
    for (const auto& changes : move.changes)
        report.changed.push_back({changes.kind, changes.changed, changes.gone, changes.examples});
    if (move.source.has("version", "version"))
        for (const auto& row : move.source.after<VersionRow>("version", 0, 1)) report.schema_version = row.version;
    for (const Kind* kind : all_kinds()) {
        const auto progress = db.first<ProgressRow>(
            "SELECT moved, bytes FROM import_progress WHERE source_id = $1 AND kind = $2", move.source_id, kind->name);
        if (!progress) continue;
        KindReport told{
            .name = std::string(kind->name), .moved = progress->moved, .bytes = progress->bytes, .not_moved = {}};
        for (const auto& loss :
             db.all<LossRow>("SELECT reason, count, examples FROM import_loss WHERE source_id = $1 AND kind = $2"
                             " ORDER BY count DESC, reason",
                             move.source_id, kind->name)) {
            LossReport lost{.reason = loss.reason, .count = loss.count, .examples = {}};
            for (const auto name : text::split_list(loss.examples, '\n')) lost.examples.emplace_back(name);
            told.not_moved.push_back(std::move(lost));
        }
        report.kinds.push_back(std::move(told));
    }
    report.advice = advise(move, report);
    return report;
}

std::string as_text(const Report& report)
{
    std::string text = fmt::format("{} ({}, schema {})\n{}:\n\n", report.source, report.product, report.schema_version,
                                   report.dry_run ? "This would be moved, and nothing was written" : "Moved");
    for (const auto& kind : report.kinds) {
        if (kind.moved == 0 && kind.not_moved.empty()) continue;
        text += fmt::format("  {:<32} {:>9}{}\n", kind.name, kind.moved,
                            kind.bytes > 0 ? "   " + words_for(kind.bytes) : "");
    }
    bool begun = false;
    for (const auto& kind : report.kinds)
        for (const auto& loss : kind.not_moved) {
            if (!std::exchange(begun, true))
                text +=
                    report.dry_run ? "\nNot as it is, or not at all:\n\n" : "\nNot moved as it was, or not at all:\n\n";
            text += fmt::format("  {}: {} x {}\n", kind.name, loss.count, loss.reason);
            const auto shown = std::min(loss.examples.size(), shown_examples);
            for (std::size_t i = 0; i < shown; ++i) text += fmt::format("      {}\n", loss.examples[i]);
            if (shown > 0 && loss.count > static_cast<std::int64_t>(shown))
                text += fmt::format("      and {} more, which --json lists\n",
                                    loss.count - static_cast<std::int64_t>(shown));
        }
    if (!report.left_behind.empty()) {
        text += "\nTables that nothing here reads, so that what is in them stays behind:\n\n";
        for (const auto& table : report.left_behind)
            text += fmt::format("  {:<32} {:>9} rows{}{}\n", table.name, table.rows, table.reason.empty() ? "" : ": ",
                                table.reason);
    }
    if (!report.changed.empty()) {
        text += "\nChanged in the old site since it was moved, and not taken: here it is as it was then. (What is new "
                "there was moved. To have all as it is now, begin again with an empty site.)\n\n";
        for (const auto& kind : report.changed) {
            text += fmt::format("  {:<32} {:>9} changed, {} deleted\n", kind.name, kind.changed, kind.gone);
            for (std::size_t i = 0; i < std::min(kind.examples.size(), shown_examples); ++i)
                text += fmt::format("      {}\n", kind.examples[i]);
            if (kind.examples.size() > shown_examples)
                text += fmt::format("      and {} more, which --json lists\n", kind.examples.size() - shown_examples);
        }
    }
    if (!report.advice.empty()) text += "\nConsider:\n\n";
    for (const auto& line : report.advice) text += fmt::format("  - {}\n", line);
    return text;
}

std::string as_json(const Report& report) { return api::to_json(type_of<Report>(), &report); }

} // namespace cairn::import
