#include "pulls/texts.hpp"

#include "api/plain_refusal.hpp"
#include "base/text.hpp"
#include "contents/range_text.hpp"
#include "git/store/repositories.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/tables.hpp"

namespace cairn::pulls {

using namespace api;
using enum Method;
using git::ObjectId;

Result<TextForm> text_form_of(const Call& call)
{
    const std::string_view segment = call.segment("index");
    const auto dot = segment.find('.');
    if (dot == segment.npos) return TextForm::none;
    if (segment.substr(dot) == ".diff") return TextForm::diff;
    if (segment.substr(dot) == ".patch") return TextForm::patch;
    return not_found("the pull request");
}

Result<void> check_reads_pull_or_text(Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(question::reads_pulls(call, place));
    static_cast<void>(TRY(text_form_of(call))); // an ending that nobody knows is no pull request
    const std::string_view segment = call.segment("index");
    const auto number = text::parse_integer(segment.substr(0, segment.find('.')), 1);
    if (!number) return not_found("the pull request");
    call.load(TRY(find_pull_at(call, std::move(place), *number)));
    return {};
}

Result<http::Body> text_of(const Call& call, const PullContext& at, TextForm form, bool binaries)
{
    Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    static_cast<void>(follow(call.site, known)); // where git cannot tell, it is shown as it was
    auto repository = contents::share(TRY(call.site.get<git::Repositories>().open(at.place.repository.storage)));
    const auto base = ObjectId::parse(known.pull.merge_base).value_or(ObjectId{});
    const auto head = ObjectId::parse(known.pull.head_sha).value_or(ObjectId{});
    return form == TextForm::patch ? contents::patch_text(call, std::move(repository), base, head)
                                   : contents::diff_text(call, std::move(repository), base, head, binaries);
}

namespace {

template <TextForm form> Result<Raw> get(Call& call, const PullContext& at)
{
    return Raw{.body = TRY(text_of(call, at, form, true)), .content_type = "text/plain;charset=utf-8"};
}

// The addresses that `diff_url` and `patch_url` name.
// clang-format off
constexpr Operation site_operations[] = {
    {GET, "/{owner}/{repo}/pulls/{index}.diff",  scope::repository, reads_pull, handle<get<TextForm::diff>>,  200, "sitePullDiff",  "Give what a pull request changes as text"},
    {GET, "/{owner}/{repo}/pulls/{index}.patch", scope::repository, reads_pull, handle<get<TextForm::patch>>, 200, "sitePullPatch", "Give a pull request as messages that git takes"},
};
// clang-format on
static_assert(well_formed(site_operations));

} // namespace

const Table text_site_table{"site", site_operations, Door::site, &api::refuse_in_words, listens::to_tools_and_pages};

} // namespace cairn::pulls
