#include "pages/wiki/wiki_place.hpp"

#include "accounts/visibility.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "contents/people.hpp"
#include "db/database.hpp"
#include "markup/safe_html.hpp"
#include "pages/places/avatar_address.hpp"
#include "pages/places/repository_address.hpp"
#include "repositories/lifecycle/mirror.hpp"
#include "repositories/show.hpp"

namespace cairn::pages {

using api::Call;
using repositories::RepositoryContext;
using wiki::PageName;

namespace {

// The wiki's repository stands beside the one that it belongs to.
std::string beside(std::string address)
{
    constexpr std::string_view ending = ".git";
    if (address.ends_with(ending)) address.resize(address.size() - ending.size());
    return address + ".wiki.git";
}

} // namespace

std::string wiki_address(const RepositoryContext& place) { return repository_address(place) + "/wiki"; }

std::string wiki_address(const RepositoryContext& place, const PageName& name, std::string_view action)
{
    auto address = wiki_address(place) + "/" + name.address();
    if (!action.empty()) address += "?action=" + std::string(action);
    return address;
}

WikiPlace wiki_place(const Call& call, const RepositoryContext& place)
{
    const auto shown = repositories::show_repository(call, place.repository, place.owner, place.access);
    WikiPlace made{.base = wiki_address(place),
                   .https = call.settings().repository.disable_http_git ? "" : beside(shown.clone_url),
                   .ssh = beside(shown.ssh_url),
                   .may_change = wiki::question::changes(call, place).has_value()};
    if (place.repository.mirror)
        if (const auto mirror = repositories::find_pull_mirror(call.db(), place.repository.id))
            made.follows = mirror->wiki;
    return made;
}

std::string wiki_title(const PageName& name) { return to_text(name.title()); }

std::string wiki_drawer_name(const PageName& name)
{
    return http::decode_path_segment(name.address()).value_or(name.address());
}

std::optional<Html> wiki_text(const Call& call, const RepositoryContext& place, std::string_view text)
{
    const markup::LinkContext where{.site = call.settings().server.root_url,
                                    .repository = place.owner.name + "/" + place.repository.name};
    auto html = markup::markdown_html(text, markup::Mode::wiki, where, [&](std::span<const std::string> names) {
        return accounts::visible_names(call.db(), accounts::Viewer::of(call.caller), names);
    });
    return html ? std::optional(std::move(*html)) : std::nullopt;
}

std::vector<WikiRevision> show_revisions(const Call& call, std::span<const git::Commit> commits)
{
    std::vector<std::string> emails;
    for (const auto& commit : commits) emails.push_back(commit.author.email);
    const contents::People people(call.db(), call.settings(), emails);
    std::vector<WikiRevision> shown;
    for (const auto& commit : commits) {
        const std::string_view message = commit.message;
        auto& row =
            shown.emplace_back(WikiRevision{.sha = commit.id.hex(),
                                            .message = to_text(text::trim(message.substr(0, message.find('\n')))),
                                            .name = to_text(commit.author.name),
                                            .written_at = commit.author.when});
        if (row.message.empty()) row.message = row.sha.substr(0, 10);
        if (const auto* account = people.find(commit.author.email)) {
            row.login = account->name;
            row.avatar = avatar_address(*account);
        }
    }
    return shown;
}

WikiRevision show_revision(const Call& call, const git::Commit& commit)
{
    return std::move(show_revisions(call, {&commit, 1}).front());
}

} // namespace cairn::pages
