#include "pages/code/commit_details.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "contents/note.hpp"
#include "contents/people.hpp"
#include "db/database.hpp"
#include "pages/places/avatar_address.hpp"

namespace cairn::pages {

using api::Call;
using repositories::RepositoryContext;

namespace {

constexpr std::size_t most_co_authors = 20;
constexpr std::size_t most_checks = 100;

struct Trailer {
    std::string name;
    std::string email;
};

// "Co-authored-by: Name <address>", in any case, on lines of their own.
std::vector<Trailer> co_authors_of(std::string_view message)
{
    constexpr std::string_view key = "co-authored-by:";
    std::vector<Trailer> found;
    for (auto line : text::split(message, '\n')) {
        line = text::trim(line);
        if (!text::istarts_with(line, key) || found.size() == most_co_authors) continue;
        line.remove_prefix(key.size());
        const auto open = line.find('<');
        const auto close = line.find('>', open == line.npos ? 0 : open);
        if (open == line.npos || close == line.npos) continue;
        found.push_back({std::string(text::trim(line.substr(0, open))),
                         std::string(text::trim(line.substr(open + 1, close - open - 1)))});
    }
    return found;
}

CommitPerson person(const contents::People& people, const Trailer& who)
{
    CommitPerson shown{.name = who.name.empty() ? who.email : who.name};
    if (const auto* account = people.find(who.email)) {
        shown.login = account->name;
        shown.avatar = avatar_address(*account);
    }
    return shown;
}

} // namespace

Result<CommitDetails> commit_details(const Call& call, const RepositoryContext& place,
                                     const git::Repository& repository, const git::ObjectId& id,
                                     const ShownCommit& shown)
{
    CommitDetails details;
    const auto commit = TRY(git::read_commit(repository, id));
    auto others = co_authors_of(commit.message);
    const bool other_committer =
        commit.committer.email != commit.author.email || commit.committer.name != commit.author.name;
    if (other_committer) others.push_back({commit.committer.name, commit.committer.email});
    std::vector<std::string> emails;
    for (const auto& other : others) emails.push_back(other.email);
    const contents::People people(call.db(), call.settings(), emails);
    for (const auto& other : others) details.co_authors.push_back(person(people, other));
    if (other_committer) {
        details.committer = std::move(details.co_authors.back());
        details.co_authors.pop_back();
    }
    for (const auto& status : contents::latest_statuses(call.db(), place.repository.id, id.hex())) {
        if (details.checks.size() == most_checks) break;
        details.checks.push_back({.context = status.context,
                                  .description = status.description,
                                  .state = status.state,
                                  .address = status.target_url});
    }
    if (const auto note = contents::note_on(repository, id)) details.note = to_text(note->message);
    if (const auto holders = contents::holders_of(call.site, place.repository, id)) {
        details.branches = holders->branches;
        details.tags = holders->tags;
        details.more_branches = holders->more_branches;
        details.more_tags = holders->more_tags;
        details.complete = holders->complete;
    } else {
        details.complete = false;
    }
    if (place.access.reads(access::Unit::pulls))
        if (const auto pull = pulls::find_pull_of_commit(call, place, shown.commit.sha))
            details.pull = CommitPull{.number = pull->number, .title = pull->title};
    return details;
}

} // namespace cairn::pages
