// The page on which administrators read the audit trail.
#include <algorithm>

#include "accounts/audit/audit_entries.hpp"
#include "accounts/guards.hpp"
#include "http/url.hpp"
#include "pages/admin/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

struct KindChoice {
    std::string value;
    std::string label;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(KindChoice, (), (value, label, chosen))

struct ShownEvent {
    Time created_at;
    std::string what;
    std::string actor;
    std::string account;
    std::string credential;
    std::string address;
    std::string details;
    std::string request_id;
};
BOOST_DESCRIBE_STRUCT(ShownEvent, (), (created_at, what, actor, account, credential, address, details, request_id))

struct AuditPage {
    std::vector<KindChoice> kinds;
    std::string actor;
    std::string user;
    std::vector<ShownEvent> events;
    bool empty = false;
    std::string total;
    std::string newer; // where the pages beside this one are
    std::string older;
};
BOOST_DESCRIBE_STRUCT(AuditPage, (), (kinds, actor, user, events, empty, total, newer, older))

// "sign_in_failed" is "Sign in failed" to people.
std::string in_words(std::string_view kind)
{
    std::string words(kind);
    std::ranges::replace(words, '_', ' ');
    words.front() = static_cast<char>(words.front() - 'a' + 'A');
    return words;
}

std::vector<KindChoice> kind_choices(const std::optional<AuditKind>& chosen)
{
    std::vector<KindChoice> choices;
    for (const std::string_view kind : type_of<AuditKind>().choices)
        choices.push_back({std::string(kind), in_words(kind), chosen && word_of(*chosen) == kind});
    return choices;
}

std::string page_address(const Call& call, const ListAudit& query, std::int64_t number)
{
    std::string address = address_of(call.settings(), "/-/admin/audit?page=" + std::to_string(number));
    if (query.kind) address += "&kind=" + std::string(word_of(*query.kind));
    if (!query.actor.empty()) address += "&actor=" + http::encode_query(query.actor);
    if (!query.user.empty()) address += "&user=" + http::encode_query(query.user);
    return address;
}

Result<Raw> show(Call& call, Query<ListAudit> query)
{
    auto found = list_audit(call.site, query.value);
    AuditPage content{.kinds = kind_choices(query->kind),
                      .actor = query->actor,
                      .user = query->user,
                      .events = {},
                      .empty = found.items.empty(),
                      .total = std::to_string(found.total)};
    for (AuditEntry& entry : found.items)
        content.events.push_back({.created_at = entry.created_at,
                                  .what = in_words(entry.kind),
                                  .actor = std::move(entry.actor),
                                  .account = std::move(entry.account),
                                  .credential = std::move(entry.credential),
                                  .address = std::move(entry.address),
                                  .details = entry.details.text == "{}" ? "" : std::move(entry.details.text),
                                  .request_id = std::move(entry.request_id)});
    if (query->page > 1) content.newer = page_address(call, query.value, query->page - 1);
    if (query->page * query->limit < found.total) content.older = page_address(call, query.value, query->page + 1);
    return page(call, {.file = "audit", .title = "Audit trail", .wide = true}, content);
}

// clang-format off
constexpr Operation audit_operations[] = {
    {GET, "/-/admin/audit", scope::none, administers_site, handle<show>, 200, "siteAudit", "Show the audit trail"},
};
// clang-format on
static_assert(well_formed(audit_operations));

} // namespace

const Table audit_table{"site", audit_operations, Door::site, refuse_page};

} // namespace cairn::pages
