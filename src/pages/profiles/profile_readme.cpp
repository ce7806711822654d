#include "pages/profiles/profile_readme.hpp"

#include "api/view.hpp"
#include "cache/part_cache.hpp"
#include "db/database.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

using repositories::RepositoryContext;

namespace {

struct ProfileReadmePart {
    std::optional<ShownReadme> readme{};
};
BOOST_DESCRIBE_STRUCT(ProfileReadmePart, (), (readme))

std::optional<RepositoryContext> profile_repository(const api::Call& call, const accounts::Account& account)
{
    auto repository = repositories::find_repository(call.db(), account.id, ".profile");
    if (!repository || repository->empty) return {};
    const auto access = access::access_to(call.db(), access::Viewer::of(call.caller), repository->facts());
    if (!access.reads(access::Unit::code)) return {};
    return RepositoryContext{.repository = std::move(*repository), .owner = account, .access = access};
}

} // namespace

std::optional<ShownReadme> profile_readme(const api::Call& call, const accounts::Account& account)
{
    const auto place = profile_repository(call, account);
    if (!place) return {};
    const auto repository = contents::open_repository(call, *place);
    if (!repository) return {};
    const auto revision = contents::find_revision(**repository, *place, {});
    if (!revision) return {};
    const auto key = cache::part_key({"profile", place->repository.storage, repository_address(*place),
                                      revision->in_address(), revision->commit.hex()});
    if (const auto kept = cache::find_part<ProfileReadmePart>(call.db(), key)) return kept->readme;
    const auto tree = (*repository)->peel(revision->commit, git::Kind::tree);
    const auto entries = tree ? git::read_tree(**repository, *tree) : std::unexpected(tree.error());
    if (!entries) return {};
    ProfileReadmePart part{.readme = find_readme(call, *place, **repository, *revision, "", *entries)};
    if (part.readme && part.readme->too_large) return part.readme;
    return cache::keep_part(call.db(), key, std::move(part))->readme;
}

} // namespace cairn::pages
