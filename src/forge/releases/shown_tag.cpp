#include "releases/shown_tag.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "contents/revision.hpp"
#include "db/composition.hpp"
#include "git/objects/person_dates.hpp"
#include "http/url.hpp"
#include "releases/release.hpp"

namespace cairn::releases {

using api::Call;
using db::bound;
using repositories::RepositoryContext;

namespace {

struct TitledTag {
    std::string lower_tag_name;
    std::string title;
};
BOOST_DESCRIBE_STRUCT(TitledTag, (), (lower_tag_name, title))

} // namespace

Result<Tag> show_tag(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                     const FoundTag& found)
{
    const contents::Addresses addresses(call.settings(), place);
    const auto name = http::encode_path_segment(found.name);
    const auto commit = TRY(git::read_commit(repository, found.commit));
    Tag shown{.name = found.name,
              .message = commit.message,
              .id = found.target.hex(),
              .commit = {.url = addresses.api + "/git/commits/" + found.target.hex(),
                         .sha = found.commit.hex(),
                         .created = git::written_date(commit.committer)},
              .zipball_url = addresses.web + "/archive/" + name + ".zip",
              .tarball_url = addresses.web + "/archive/" + name + ".tar.gz"};
    if (found.target == found.commit) return shown;
    auto tag = TRY(git::read_tag(repository, found.target));
    shown.message = std::move(tag.message);
    if (tag.tagger) shown.commit.created = git::written_date(*tag.tagger);
    return shown;
}

Result<Page<Tag>> tags_of(const Call& call, const RepositoryContext& place, const Paging& paging)
{
    const auto repository = TRY(contents::open_repository(call, place));
    const auto kept = TRY(dated_tags(*repository));
    const auto& all = *kept;
    const auto total = static_cast<std::int64_t>(all.size());
    Page<Tag> shown{.items = {}, .total = total};
    for (auto i = std::min(paging.offset(), total); i < std::min(paging.offset() + paging.limit, total); ++i)
        shown.items.push_back(TRY(show_tag(call, place, *repository, all[static_cast<std::size_t>(i)].tag)));
    return shown;
}

std::map<std::string, std::string> release_titles(const Call& call, const RepositoryContext& place,
                                                  const std::vector<std::string>& tags)
{
    std::map<std::string, std::string> titles;
    if (tags.empty() || !place.access.reads(access::Unit::releases)) return titles;
    std::vector<std::string> names;
    for (const auto& tag : tags) names.push_back(text::to_lower(tag));
    db::Composition query("SELECT lower_tag_name, title FROM release WHERE NOT tag_only AND repository_id = ");
    query << bound(place.repository.id) << " AND lower_tag_name IN " << bound(names);
    if (!sees_drafts(call, place)) query << " AND NOT draft";
    for (auto& found : call.db().all<TitledTag>(query)) titles.emplace(found.lower_tag_name, std::move(found.title));
    return titles;
}

} // namespace cairn::releases
