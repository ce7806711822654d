#include "pages/code/shown_commit.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "contents/people.hpp"
#include "contents/status.hpp"
#include "pages/code/code_place.hpp"
#include "pages/places/avatar_address.hpp"

namespace cairn::pages {

using repositories::RepositoryContext;

std::string subject_of(std::string_view message) { return to_text(text::trim(message.substr(0, message.find('\n')))); }

Result<ShownCommit> show_last_commit(const api::Call& call, const RepositoryContext& place,
                                     const git::Repository& repository, const git::ObjectId& id)
{
    const auto commit = TRY(git::read_commit(repository, id));
    const auto hex = id.hex();
    ShownCommit shown{.sha = hex,
                      .subject = subject_of(commit.message),
                      .author = to_text(commit.author.name),
                      .committed_at = commit.committer.when,
                      .address = repository_address(place) + "/commit/" + hex};
    if (const auto end = commit.message.find('\n'); end != commit.message.npos)
        shown.rest = to_text(text::trim(std::string_view(commit.message).substr(end)));
    const contents::People people(call.db(), call.settings(), std::array{commit.author.email});
    if (const auto* account = people.find(commit.author.email)) {
        shown.login = account->name;
        shown.avatar = avatar_address(*account);
    }
    const auto states = contents::combined_states(call.db(), place.repository.id, {hex});
    if (const auto state = states.find(hex); state != states.end()) shown.checks = state->second;
    return shown;
}

} // namespace cairn::pages
