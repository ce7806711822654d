// The page on which administrators read the audit trail.
#include "accounts/audit/audit_entries.hpp"
#include "accounts/guards.hpp"
#include "http/url.hpp"
#include "pages/admin/audit_export.hpp"
#include "pages/admin/audit_words.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;
using words::Phrase;

namespace {

struct KindChoice {
    std::string value;
    std::string label;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(KindChoice, (), (value, label, chosen))

struct ShownEvent {
    std::string what;
    AuditEntry entry;
    bool has_details = false;
};
BOOST_DESCRIBE_STRUCT(ShownEvent, (), (what, entry, has_details))

struct AuditView {
    Navigation navigation;
    std::vector<KindChoice> kinds;
    std::string actor;
    std::string user;
    std::string since{};
    std::string before{};
    std::vector<ShownEvent> events;
    std::int64_t total = 0;
    std::string newer{}; // where the pages beside this one are
    std::string older{};
    std::string as_csv{}; // where all that fit are to be had
    std::string as_lines{};
};
BOOST_DESCRIBE_STRUCT(AuditView, (),
                      (navigation, kinds, actor, user, since, before, events, total, newer, older, as_csv, as_lines))

std::vector<KindChoice> kind_choices(const words::Language& in, const std::optional<AuditKind>& chosen)
{
    std::vector<KindChoice> choices;
    for (const std::string_view kind : type_of<AuditKind>().choices)
        choices.push_back({std::string(kind), audit_in_words(in, kind), chosen && word_of(*chosen) == kind});
    return choices;
}

// What was looked for, behind a sign.
std::string filters_of(const AuditQuery& query)
{
    std::string filters;
    const auto add = [&](std::string_view name, std::string_view value) {
        if (!value.empty()) filters.append("&").append(name).append("=").append(http::encode_query(value));
    };
    if (query.kind) add("kind", word_of(*query.kind));
    add("actor", query.actor);
    add("user", query.user);
    add("since", query.since);
    add("before", query.before);
    return filters;
}

std::string page_address(const AuditQuery& query, std::int64_t number)
{
    return "/-/admin/audit?page=" + std::to_string(number) + filters_of(query);
}

Result<AuditView> show(Call& call, Query<AuditQuery> query)
{
    auto found = list_audit(call.site, TRY(audit_wanted(query.value)));
    AuditView view{.navigation = administration_navigation(call),
                   .kinds = kind_choices(language_of(call), query->kind),
                   .actor = query->actor,
                   .user = query->user,
                   .since = query->since,
                   .before = query->before,
                   .events = {},
                   .total = found.total,
                   .as_csv = "/-/admin/audit/export?format=csv" + filters_of(query.value),
                   .as_lines = "/-/admin/audit/export?format=jsonl" + filters_of(query.value)};
    for (AuditEntry& entry : found.items) {
        const bool has_details = entry.details.text != "{}";
        auto what = audit_in_words(language_of(call), entry.kind);
        view.events.push_back({.what = std::move(what), .entry = std::move(entry), .has_details = has_details});
    }
    if (query->page > 1) view.newer = page_address(query.value, query->page - 1);
    if (query->page * query->limit < found.total) view.older = page_address(query.value, query->page + 1);
    return view;
}

// clang-format off
constexpr Operation audit_operations[] = {
    {GET, "/-/admin/audit",        scope::none, administers_site, shows<show, "admin/audit", "adminListAudit">, 200, "siteAudit",       "Show the audit trail"},
    {GET, "/-/admin/audit/export", scope::none, administers_site, handle<export_audit>, 200, "siteAuditExport", "Take the audit trail along"},
};
// clang-format on
static_assert(well_formed(audit_operations));

} // namespace

const Table audit_table{"site", audit_operations, Door::site, refuse_page};

} // namespace cairn::pages
