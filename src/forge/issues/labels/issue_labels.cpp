// The labels that an issue bears.
#include "api/codec.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "issues/issue_guards.hpp"
#include "issues/labels/labeling.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;

namespace {

struct LabelPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(LabelPath, (), (id))
constexpr auto notes(const LabelPath*) { return std::array{Note{"id", "the label's id"}}; }

struct IssueLabelsOption {
    std::vector<Json> labels;
};
BOOST_DESCRIBE_STRUCT(IssueLabelsOption, (), (labels))
constexpr auto notes(const IssueLabelsOption*)
{
    return std::array{Note{"labels", "ids or names, not both; those that are unknown here are left out"}};
}

// Labels by their ids, or by their names, which find those of the repository and of its organization alike.
Result<std::vector<StoredLabel>> read_labels(db::Queries& db, const RepositoryContext& place,
                                             const std::vector<Json>& written)
{
    std::vector<std::int64_t> ids;
    std::vector<std::string> names;
    for (const Json& each : written) {
        if (const auto id = text::parse_integer(each.text)) ids.push_back(*id);
        else if (!each.text.starts_with('"') || !decode_json(type_of<std::string>(), each.text, &names.emplace_back()))
            return fail(Errc::bad_request, "a label is told by its id or by its name");
    }
    if (!ids.empty() && !names.empty()) return fail(Errc::bad_request, "labels are told by ids or by names, not both");
    return names.empty() ? usable_labels(db, place.repository, ids) : usable_labels(db, place.repository, names);
}

// Whoever takes labels off is refused without a word, as today's clients know it.
Result<void> check_may_take_off(const IssueContext& at)
{
    if (!at.may_write()) return fail(Errc::forbidden, "", ErrorForm::empty);
    return {};
}

std::vector<Label> shown(db::Queries& db, const Call& call, const IssueContext& at)
{
    return labels_of(db, call.settings(), {at.issue.id})[at.issue.id];
}

Result<std::vector<Label>> list(Call& call, const IssueContext& at) { return shown(call.db(), call, at); }

template <void (*change)(const Change&, std::span<const StoredLabel>)>
Result<std::vector<Label>> change_by(Call& call, const IssueContext& at, Body<IssueLabelsOption> body)
{
    return call.db().write([&](db::Transaction& tx) -> Result<std::vector<Label>> {
        const auto labels = TRY(read_labels(tx, at.place, body->labels));
        auto issue = at.issue;
        change({tx, call.site.events, call.caller.id, issue}, labels);
        return shown(tx, call, at);
    });
}

Result<> clear(Call& call, const IssueContext& at)
{
    TRY(check_may_take_off(at));
    call.db().write([&](db::Transaction& tx) {
        auto issue = at.issue;
        clear_labels({tx, call.site.events, call.caller.id, issue});
    });
    return {};
}

Result<> remove(Call& call, const IssueContext& at, Path<LabelPath> path)
{
    TRY(check_may_take_off(at));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        if (usable_labels(tx, at.place.repository, std::vector{path->id}).empty()) return not_found("the label");
        auto issue = at.issue;
        take_off_label({tx, call.site.events, call.caller.id, issue}, path->id);
        return {};
    });
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/labels",      scope::issue, reads_issue,           handle<list>,                      200, "issueGetLabels",     "List the labels of an issue"},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/labels",      scope::issue, writes_issue,          handle<change_by<add_labels>>,     200, "issueAddLabel",      "Put labels on an issue", {400}},
    {PUT,    "/repos/{owner}/{repo}/issues/{index}/labels",      scope::issue, writes_issue,          handle<change_by<replace_labels>>, 200, "issueReplaceLabels", "Give an issue these labels and no others", {400}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/labels",      scope::issue, reads_issue_signed_in, handle<clear>,                     204, "issueClearLabels",   "Take all labels off an issue", {403}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/labels/{id}", scope::issue, reads_issue_signed_in, handle<remove>,                    204, "issueRemoveLabel",   "Take a label off an issue", {403}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table issue_label_table{"issue", operations};

} // namespace cairn::issues
