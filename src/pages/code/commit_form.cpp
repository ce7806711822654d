#include "pages/code/commit_form.hpp"

#include "base/text.hpp"
#include "contents/edited_file.hpp"
#include "contents/revision.hpp"
#include "git/references/references.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using api::Call;
using repositories::RepositoryContext;

namespace {

constexpr int most_tried = 100; // names of new branches

// A name that is free: "ada-patch-1".
std::string free_branch(const Call& call, const git::Repository& repository)
{
    for (int i = 1; i <= most_tried; ++i) {
        auto name = call.caller.name + "-patch-" + std::to_string(i);
        if (!git::find_branch(repository, name)) return name;
    }
    return {};
}

} // namespace

std::string source_address(const RepositoryContext& place, const std::string& branch, const std::string& path)
{
    return code_address(place, "src",
                        {.kind = contents::RefKind::branch, .name = branch, .given = branch, .commit = {}}, path);
}

std::string pick_address(const RepositoryContext& place, const std::string& sha, const std::string& branch,
                         bool reverts)
{
    return repository_address(place) + "/_cherrypick/" + sha + "/" + contents::escape_path(branch)
        + (reverts ? "?cherry-pick-type=revert" : "");
}

CommitView commit_view(const Call& call, const RepositoryContext& place, const std::string& branch, std::string usual,
                       std::string page)
{
    CommitView view{.ways = contents::commit_ways(call, place, branch),
                    .branch = branch,
                    .usual = std::move(usual),
                    .opens_pull = place.access.reads(access::Unit::pulls),
                    .below = std::move(page)};
    if (place.repository.empty) view.ways.new_branch = false; // there is nothing that it could begin at
    if (view.ways.direct || view.ways.new_branch) return view;
    if (const auto fork = own_fork(call, place)) {
        view.fork = fork->owner.name + "/" + fork->repository.name;
        view.ways.new_branch = true;
        return view;
    }
    view.fork_first = true;
    view.may_fork = call.site.get<Kit>().has_page("/{owner}/{repo}/fork") && !place.repository.empty;
    return view;
}

CommitForm first_choice(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                        const CommitView& view)
{
    CommitForm form{.choice = view.ways.direct ? "direct" : "new"};
    if (!view.ways.new_branch) return form;
    if (view.fork.empty()) {
        form.new_branch = free_branch(call, repository);
    } else if (const auto fork = own_fork(call, place)) {
        if (const auto opened = contents::open_repository(call, *fork)) form.new_branch = free_branch(call, **opened);
    }
    return form;
}

Result<contents::CommitOptions> commit_options(const CommitForm& form, const std::string& branch,
                                               const CommitTarget& target)
{
    contents::CommitOptions options{.message = form.message, .branch = branch, .signoff = form.signoff};
    if (const auto description = text::trim(form.description); !description.empty()) {
        if (text::trim(form.message).empty())
            return fail(Errc::unprocessable, "[message]: a description needs a message");
        options.message += "\n\n" + contents::with_line_ends_of("", description);
    }
    if (target.is_fork) options.begin = target.begin;
    if (form.choice == "new" || target.is_fork) {
        options.new_branch = text::trim(form.new_branch);
        if (options.new_branch.empty()) return fail(Errc::unprocessable, "[new_branch]: the new branch needs a name");
    }
    return options;
}

Error beside_its_field(Error error)
{
    const std::string_view words = error.message;
    if (words.starts_with('[')) return error;
    if (words.starts_with("there is a branch ") || words.ends_with(" is not a name that a branch can have"))
        return about("new_branch", std::move(error));
    if (words.starts_with("there is something at ") || words.ends_with(" is not a path that a file can have"))
        return about("path", std::move(error));
    return error;
}

Done committed(const RepositoryContext& place, const CommitTarget& target, const std::string& branch,
               const contents::WebCommit& landed, const std::string& path, const Notice& notice)
{
    if ((!target.is_fork && landed.branch == branch) || !place.access.reads(access::Unit::pulls))
        return done(source_address(target.place, landed.branch, path), notice);
    // With its name: an account may have several of a family.
    const auto fork = target.is_fork ? repository_address(target.place).substr(1) + ":" : std::string();
    return done(repository_address(place) + "/compare/" + contents::escape_path(branch) + "..." + fork
                    + contents::escape_path(landed.branch),
                notice);
}

} // namespace cairn::pages
