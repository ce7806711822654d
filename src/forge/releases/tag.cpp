#include "releases/tag.hpp"

#include <algorithm>
#include <functional>
#include <ranges>
#include <set>
#include <tuple>

#include "base/striped_mutex.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "contents/branch.hpp"
#include "contents/remembered.hpp"
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "git/objects/writing.hpp"
#include "git/references/version.hpp"
#include "repositories/protection/ref_rules.hpp"

namespace cairn::releases {

using api::Call;
using git::ObjectId;
using repositories::RepositoryContext;

namespace {

bool has_release(const Call& call, const RepositoryContext& place, const std::string& tag)
{
    return call.db().scalar<bool>("SELECT EXISTS (SELECT 1 FROM release WHERE repository_id = $1"
                                  " AND lower_tag_name = $2 AND NOT tag_only) AS value",
                                  place.repository.id, text::to_lower(tag));
}

// Those who make tags of one name, in any case, take turns: git takes "v1" and "V1" for two.
struct MakingTag {
    MakingTag(const RepositoryContext& place, std::string_view name)
        : turn(std::hash<std::string>()(place.repository.storage + "/" + text::to_lower(name)))
    {
    }

    StripedLock<MakingTag> turn;
};

// What the service does in nobody's name. It has no mailbox; clients know such an address.
git::Person service(const config::Settings& settings)
{
    return {.name = settings.general.app_name, .email = "cairn@fake.local", .when = Time::now()};
}

// More of one repository are not sorted by their times for a page, and not kept.
constexpr std::size_t most_dated = 20'000;
constexpr std::size_t shown_newest = 12;

contents::Memory<DatedTags>& remembered_tags()
{
    static contents::Memory<DatedTags> memory(16);
    return memory;
}

contents::Memory<TagSummary>& remembered_summaries()
{
    static contents::Memory<TagSummary> memory(2048);
    return memory;
}

// Empty: nothing may be kept now.
std::string version_key(const git::Repository& repository)
{
    auto version = git::references_version(repository, git::tags);
    return version.empty() ? version : repository.path() + ":" + version;
}

Result<std::vector<DatedTag>> read_tags(const git::Repository& repository)
{
    std::vector<DatedTag> all;
    for (auto& reference : TRY(git::list_references(repository, git::tags))) {
        if (reference.commit.is_zero()) continue;
        auto& added = all.emplace_back(DatedTag{.tag = {.name = reference.name.substr(git::tags.size()),
                                                        .target = reference.target,
                                                        .commit = reference.commit}});
        added.committed = TRY(git::read_commit(repository, reference.commit)).committer.when;
        added.tagged = added.committed;
        if (reference.kind != git::Kind::tag) continue;
        if (const auto tag = git::read_tag(repository, reference.target); tag && tag->tagger)
            added.tagged = tag->tagger->when;
    }
    std::ranges::sort(all, std::greater<>(),
                      [](const DatedTag& dated) { return std::tie(dated.committed, dated.tagged, dated.tag.name); });
    return all;
}

} // namespace

Result<std::optional<FoundTag>> find_any_tag(const git::Repository& repository, std::string_view name)
{
    std::optional<FoundTag> found;
    TRY(git::for_each_reference(repository, git::tags, [&](std::string_view whole, const ObjectId& target) {
        const auto tag = whole.substr(git::tags.size());
        if (tag == name || (!found && text::iequals(tag, name)))
            found = FoundTag{.name = std::string(tag), .target = target, .commit = {}};
    }));
    if (!found) return std::nullopt;
    // A tag may name something else than a commit; then there is nothing to be released.
    if (const auto commit = repository.peel(found->target, git::Kind::commit)) found->commit = *commit;
    return found;
}

Result<DatedTags> dated_tags(const git::Repository& repository)
{
    const auto key = version_key(repository);
    if (!key.empty())
        if (auto known = remembered_tags().find(key)) return *std::move(known);
    auto all = std::make_shared<const std::vector<DatedTag>>(TRY(read_tags(repository)));
    if (!key.empty() && all->size() <= most_dated) remembered_tags().keep(key, all);
    return all;
}

Result<TagSummary> tag_summary(const git::Repository& repository)
{
    const auto key = version_key(repository);
    if (!key.empty())
        if (auto known = remembered_summaries().find(key)) return *std::move(known);
    TagSummary summary;
    TRY(git::for_each_reference(repository, git::tags, [&](std::string_view, const ObjectId&) { ++summary.count; }));
    if (summary.count > static_cast<std::int64_t>(most_dated)) {
        summary.newest = TRY(find_tag_names(repository, "", shown_newest));
    } else if (summary.count > 0) {
        const auto all = TRY(dated_tags(repository));
        for (const auto& dated : *all | std::views::take(shown_newest)) summary.newest.push_back(dated.tag.name);
    }
    if (!key.empty()) remembered_summaries().keep(key, summary);
    return summary;
}

Result<std::vector<std::string>> find_tag_names(const git::Repository& repository, std::string_view words,
                                                std::size_t most)
{
    std::vector<std::string> wanted;
    for (const auto word : text::split(words, ' '))
        if (!word.empty()) wanted.push_back(text::to_lower(word));
    std::set<std::string> found; // the last ones
    TRY(git::for_each_reference(repository, git::tags, [&](std::string_view whole, const ObjectId&) {
        const auto name = whole.substr(git::tags.size());
        if (!is_text(name)) return;
        if (found.size() >= most && name <= *found.begin()) return;
        const auto lower = text::to_lower(name);
        if (!std::ranges::all_of(wanted, [&](const auto& word) { return lower.contains(word); })) return;
        found.emplace(name);
        if (found.size() > most) found.erase(found.begin());
    }));
    return std::vector<std::string>(found.rbegin(), found.rend());
}

Result<void> check_tag(const Call& call, const RepositoryContext& place, std::string_view name)
{
    TRY(repositories::question::not_archived(call, place));
    const auto rules = repositories::RefRules::load(call.db(), place.repository, contents::pusher_of(call, place));
    if (!rules.may_control_tag(name))
        return fail(Errc::unprocessable, "the tag " + std::string(name) + " is protected");
    return {};
}

Result<FoundTag> make_tag(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                          const NewTag& wanted)
{
    if (!git::is_tag_name(wanted.name)) return fail(Errc::unprocessable, "\"" + wanted.name + "\" is not a tag name");
    const auto target = text::trim(wanted.target);
    const auto commit =
        TRY(git::find_commit(repository, target.empty() ? std::string_view(place.repository.default_branch) : target));
    TRY(check_tag(call, place, wanted.name));
    const MakingTag turn(place, wanted.name);
    if (TRY(find_any_tag(repository, wanted.name))) return fail(Errc::conflict, "there is a tag of this name already");
    auto object = commit;
    if (!wanted.message.empty()) {
        const auto line_end = wanted.message.ends_with('\n') ? "" : "\n";
        object = TRY(git::write_tag(repository,
                                    {.name = wanted.name,
                                     .target = commit,
                                     .tagger = service(call.settings()),
                                     .message = wanted.message + line_end}));
    }
    TRY(contents::update_and_record(call, place, repository,
                                    {.name = std::string(git::tags) + wanted.name, .before = {}, .after = object}));
    return FoundTag{.name = wanted.name, .target = object, .commit = commit};
}

Result<FoundTag> find_tag(const git::Repository& repository, const std::string& name)
{
    const auto reference = TRY(git::find_reference(repository, std::string(git::tags) + name));
    return FoundTag{.name = name, .target = reference.target, .commit = reference.commit};
}

Result<FoundTag> create_tag(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                            const CreateTagOption& wanted)
{
    if (TRY(find_any_tag(repository, wanted.tag_name)) || has_release(call, place, wanted.tag_name))
        return fail(Errc::conflict, "there is a tag of this name already");
    return make_tag(call, place, repository,
                    {.name = wanted.tag_name, .target = wanted.target, .message = wanted.message});
}

Result<void> delete_tag(const Call& call, const RepositoryContext& place, const std::string& name)
{
    const auto repository = TRY(contents::open_repository(call, place));
    const auto found = TRY(find_tag(*repository, name));
    if (has_release(call, place, name)) return fail(Errc::conflict, "the tag has a release");
    TRY(check_tag(call, place, name));
    return contents::update_and_record(call, place, *repository,
                                       {.name = std::string(git::tags) + name, .before = found.target, .after = {}});
}

} // namespace cairn::releases
