// The tags of a repository: the list, and deleting one.
#include <map>

#include "base/text.hpp"
#include "contents/revision.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "releases/shown_tag.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice tag_deleted{"tag-deleted", Phrase("The tag is deleted.")};

struct ListTags : Paging { };
BOOST_DESCRIBE_STRUCT(ListTags, (Paging), ())

struct ShownTag {
    releases::Tag tag;
    std::string subject;
    Time created_at; // the tag, or the commit where it has no object of its own
    bool annotated = false;
    bool verified = false; // signed by its tagger
    std::string trust{};   // "trusted", "untrusted", "unmatched" or "none"
    std::string signed_by{};
    std::optional<std::string> release{}; // the title of its release
};
BOOST_DESCRIBE_STRUCT(ShownTag, (), (tag, subject, created_at, annotated, verified, trust, signed_by, release))

struct TagsView {
    RepositoryPlace place;
    std::vector<ShownTag> tags{};
    Pager pager;
    bool may_delete = false;
    bool may_release = false; // there is a page to make a release
};
BOOST_DESCRIBE_STRUCT(TagsView, (), (place, tags, pager, may_delete, may_release))

struct TagQuery {
    std::string tag;
};
BOOST_DESCRIBE_STRUCT(TagQuery, (), (tag))
constexpr auto notes(const TagQuery*) { return std::array{Note{"tag", "the name of the tag"}}; }

struct DeleteTagView {
    PageHead head{};
    RepositoryPlace place;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(DeleteTagView, (), (head, place, name))

using Verified = std::map<std::string, contents::PayloadCommitVerification>;

// Of those that are annotated, by their ids.
Verified verify(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                const std::vector<releases::Tag>& tags)
{
    std::vector<git::ObjectId> ids;
    for (const auto& tag : tags)
        if (const auto id = git::ObjectId::parse(tag.id); id && tag.id != tag.commit.sha) ids.push_back(*id);
    auto verified = contents::verify_tags(call, place.repository, repository, ids);
    Verified by_id;
    for (std::size_t i = 0; i < ids.size(); ++i) by_id.emplace(ids[i].hex(), std::move(verified[i]));
    return by_id;
}

ShownTag show_row(const Verified& verified, releases::Tag tag)
{
    ShownTag row{.tag = std::move(tag), .subject = {}, .created_at = {}};
    row.subject = row.tag.message.substr(0, row.tag.message.find('\n'));
    row.created_at = parse_rfc3339(row.tag.commit.created).value_or(Time{});
    row.annotated = row.tag.id != row.tag.commit.sha;
    if (const auto found = verified.find(row.tag.id); found != verified.end()) {
        row.verified = found->second.verified;
        row.trust = word_of(found->second.trust);
        row.signed_by = found->second.signed_by;
    }
    return row;
}

Result<TagsView> show(Call& call, const RepositoryContext& place, Query<ListTags> query)
{
    auto found = place.repository.empty ? Page<releases::Tag>() : TRY(releases::tags_of(call, place, query.value));
    const bool may_write = !call.caller.anonymous() && !place.repository.archived();
    TagsView view{.place = repository_place(call, place, RepositoryTab::code),
                  .pager = pager(call, query.value, found.total),
                  .may_delete = may_write && place.access.writes(access::Unit::code) && !place.repository.mirror,
                  .may_release = may_write && place.access.writes(access::Unit::releases)
                      && call.site.get<Kit>().has_page("/{owner}/{repo}/releases/new")};
    if (found.items.empty()) return view;
    const auto repository = TRY(contents::open_repository(call, place));
    std::vector<std::string> names;
    for (const auto& tag : found.items) names.push_back(tag.name);
    const auto titles = releases::release_titles(call, place, names);
    const auto verified = verify(call, place, *repository, found.items);
    for (auto& tag : found.items) {
        auto row = show_row(verified, std::move(tag));
        const auto title = titles.find(text::to_lower(row.tag.name));
        if (title != titles.end()) row.release = title->second.empty() ? row.tag.name : title->second;
        view.tags.push_back(std::move(row));
    }
    return view;
}

Result<DeleteTagView> show_delete(Call& call, const RepositoryContext& place, Query<TagQuery> query)
{
    const auto repository = TRY(contents::open_repository(call, place));
    const auto found = TRY(releases::find_tag(*repository, query->tag));
    return DeleteTagView{.head = {.values = {{"tag", found.name}}},
                         .place = repository_place(call, place, RepositoryTab::code),
                         .name = found.name};
}

Result<Done> remove(Call& call, const RepositoryContext& place, Query<TagQuery> query)
{
    TRY(releases::delete_tag(call, place, query->tag));
    return done(repository_address(place) + "/tags", tag_deleted);
}

constexpr auto& list_page = shows<show, "repository/tags", "repoListTags">;
constexpr auto& delete_page = shows<show_delete, "repository/delete_tag", "repoGetTag repoDeleteTag">;

using repositories::reads_code;
using repositories::writes_live_code;

// clang-format off
constexpr Operation tags_operations[] = {
    {GET,  "/{owner}/{repo}/tags",        scope::none, reads_code,       list_page,    200, "siteTags",       "Show the tags"},
    {GET,  "/{owner}/{repo}/tags/delete", scope::none, writes_live_code, delete_page,  200, "siteDeleteTag",  "Ask whether to delete a tag"},
    {POST, "/{owner}/{repo}/tags/delete", scope::none, writes_live_code, does<remove>, 303, "siteTagDeleted", "Delete a tag"},
};
// clang-format on
static_assert(well_formed(tags_operations));

} // namespace

const Table tags_table{"site", tags_operations, Door::site, refuse_page};

} // namespace cairn::pages
