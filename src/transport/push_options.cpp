#include "transport/push_options.hpp"

#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "repositories/lifecycle/moving.hpp"

namespace cairn::transport {

namespace {

std::optional<bool> truth(std::string_view option, std::string_view name)
{
    if (!option.starts_with(name)) return {};
    option.remove_prefix(name.size());
    if (!option.starts_with('=')) return {};
    const auto value = text::to_lower(option.substr(1));
    if (value == "true" || value == "1" || value == "t") return true;
    if (value == "false" || value == "0" || value == "f") return false;
    return {};
}

} // namespace

RepositoryOptions repository_options(std::span<const std::string> options)
{
    RepositoryOptions found;
    for (const auto& option : options) {
        // Of the two only this one is meant without a value, too: whoever wants to hide something must not fail to.
        if (option == "repo.private") found.private_ = true;
        if (const auto value = truth(option, "repo.private")) found.private_ = value;
        if (const auto value = truth(option, "repo.template")) found.template_ = value;
    }
    return found;
}

void apply_options(const api::Site& site, const GitContext& place, const RepositoryOptions& options)
{
    site.db.write([&](db::Transaction& tx) {
        auto repository = repositories::find_repository(tx, place.repository.id);
        if (!repository) return;
        if (options.template_) repository->template_ = *options.template_;
        // A fork is what its base is, and a site of private repositories has no others.
        const bool hidden = options.private_.value_or(repository->private_);
        const bool may = repository->fork_of == 0 && (hidden || !site.settings().repository.force_private);
        if (hidden != repository->private_ && may)
            repositories::change_privacy(site, tx, *repository, place.owner, hidden);
        repositories::save_repository(tx, *repository);
    });
}

} // namespace cairn::transport
