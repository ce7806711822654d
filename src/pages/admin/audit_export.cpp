#include "pages/admin/audit_export.hpp"

#include "api/codec.hpp"
#include "base/csv_cell.hpp"

namespace cairn::pages {

using accounts::AuditEntry;
using accounts::ListAudit;

namespace {

std::string csv_line_of(const AuditEntry& entry)
{
    const std::string cells[] = {std::to_string(entry.id),
                                 to_rfc3339(entry.created_at),
                                 entry.kind,
                                 entry.actor,
                                 entry.account,
                                 entry.credential,
                                 entry.address,
                                 entry.request_id,
                                 entry.user_agent,
                                 entry.details.text};
    return csv_line(cells);
}

constexpr std::string_view csv_head =
    "id,created_at,kind,actor,account,credential,address,request_id,user_agent,details\r\n";

Result<std::optional<Time>> moment(std::string_view name, const std::string& text)
{
    if (text.empty()) return std::optional<Time>();
    if (auto time = parse_rfc3339(text)) return time;
    if (auto day = parse_rfc3339(text + "T00:00:00Z")) return day;
    return fail(Errc::unprocessable, "[" + std::string(name) + "]: a day is expected, such as 2026-11-18");
}

} // namespace

Result<ListAudit> audit_wanted(const AuditQuery& query)
{
    ListAudit wanted;
    static_cast<Paging&>(wanted) = query;
    wanted.kind = query.kind;
    wanted.actor = query.actor;
    wanted.user = query.user;
    wanted.since = TRY(moment("since", query.since));
    wanted.before = TRY(moment("before", query.before));
    return wanted;
}

Result<api::Raw> export_audit(api::Call& call, api::Query<AuditExportQuery> query)
{
    AuditQuery asked;
    asked.kind = query->kind;
    asked.actor = query->actor;
    asked.user = query->user;
    asked.since = query->since;
    asked.before = query->before;
    auto wanted = TRY(audit_wanted(asked));
    const bool csv = query->format != "jsonl";
    if (csv && !query->format.empty() && query->format != "csv")
        return fail(Errc::unprocessable, "[format]: one of csv, jsonl is expected");
    const auto produce = [&site = call.site, wanted = std::move(wanted), csv](http::BodyWriter& to) {
        if (csv) to.write(csv_head);
        accounts::each_audit(site, wanted, [&](const AuditEntry& entry) {
            to.write(csv ? csv_line_of(entry) : api::to_json(type_of<AuditEntry>(), &entry) + "\n");
            return true;
        });
    };
    return api::Raw{.body = http::Producer{.produce = produce, .length = {}},
                    .content_type = csv ? "text/csv; charset=utf-8" : "application/jsonl; charset=utf-8",
                    .status = 0,
                    .headers = {{"Content-Disposition",
                                 csv ? "attachment; filename=\"audit.csv\"" : "attachment; filename=\"audit.jsonl\""},
                                {"Cache-Control", "no-store"},
                                {"X-Content-Type-Options", "nosniff"}}};
}

} // namespace cairn::pages
