// The page on which administrators read the audit trail.
#include <algorithm>

#include "accounts/audit/audit_entries.hpp"
#include "accounts/guards.hpp"
#include "http/url.hpp"
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
    std::vector<ShownEvent> events;
    std::int64_t total = 0;
    std::string newer{}; // where the pages beside this one are
    std::string older{};
};
BOOST_DESCRIBE_STRUCT(AuditView, (), (navigation, kinds, actor, user, events, total, newer, older))

// In the order of AuditKind.
constexpr Phrase kind_words[] = {
    Phrase("Signed in"),
    Phrase("Sign in failed"),
    Phrase("Second step failed"),
    Phrase("Sign in throttled"),
    Phrase("Signed out"),
    Phrase("Acted as somebody else"),
    Phrase("Token created"),
    Phrase("Token deleted"),
    Phrase("Key added"),
    Phrase("Key removed"),
    Phrase("Two factor enabled"),
    Phrase("Two factor disabled"),
    Phrase("Recovery codes renewed"),
    Phrase("Recovery code used"),
    Phrase("Password changed"),
    Phrase("Account created"),
    Phrase("Account changed"),
    Phrase("Account deleted"),
    Phrase("Application created"),
    Phrase("Application changed"),
    Phrase("Application secret renewed"),
    Phrase("Application deleted"),
    Phrase("Application approved"),
    Phrase("Application reapproved"),
    Phrase("Application denied"),
    Phrase("Application revoked"),
    Phrase("Application tokens ended"),
    Phrase("Push signed"),
};
static_assert(std::size(kind_words) == type_of<AuditKind>().choices.size());

std::string in_words(const words::Language& in, std::string_view kind)
{
    const auto choices = type_of<AuditKind>().choices;
    const auto found = std::ranges::find(choices, kind);
    if (found == choices.end()) return std::string(kind); // of a later version
    return in.say(kind_words[static_cast<std::size_t>(found - choices.begin())]);
}

std::vector<KindChoice> kind_choices(const words::Language& in, const std::optional<AuditKind>& chosen)
{
    std::vector<KindChoice> choices;
    for (const std::string_view kind : type_of<AuditKind>().choices)
        choices.push_back({std::string(kind), in_words(in, kind), chosen && word_of(*chosen) == kind});
    return choices;
}

std::string page_address(const ListAudit& query, std::int64_t number)
{
    std::string address = "/-/admin/audit?page=" + std::to_string(number);
    if (query.kind) address += "&kind=" + std::string(word_of(*query.kind));
    if (!query.actor.empty()) address += "&actor=" + http::encode_query(query.actor);
    if (!query.user.empty()) address += "&user=" + http::encode_query(query.user);
    return address;
}

Result<AuditView> show(Call& call, Query<ListAudit> query)
{
    auto found = list_audit(call.site, query.value);
    AuditView view{.navigation = administration_navigation(call),
                   .kinds = kind_choices(language_of(call), query->kind),
                   .actor = query->actor,
                   .user = query->user,
                   .events = {},
                   .total = found.total};
    for (AuditEntry& entry : found.items) {
        const bool has_details = entry.details.text != "{}";
        auto what = in_words(language_of(call), entry.kind);
        view.events.push_back({.what = std::move(what), .entry = std::move(entry), .has_details = has_details});
    }
    if (query->page > 1) view.newer = page_address(query.value, query->page - 1);
    if (query->page * query->limit < found.total) view.older = page_address(query.value, query->page + 1);
    return view;
}

// clang-format off
constexpr Operation audit_operations[] = {
    {GET, "/-/admin/audit", scope::none, administers_site, shows<show, "admin/audit">, 200, "siteAudit", "Show the audit trail"},
};
// clang-format on
static_assert(well_formed(audit_operations));

} // namespace

const Table audit_table{"site", audit_operations, Door::site, refuse_page};

} // namespace cairn::pages
