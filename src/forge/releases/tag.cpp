#include "releases/tag.hpp"

#include <algorithm>
#include <functional>
#include <tuple>

#include "base/striped_mutex.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "contents/branch.hpp"
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "git/objects/writing.hpp"
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

Result<std::vector<DatedTag>> dated_tags(const git::Repository& repository)
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
