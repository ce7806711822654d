#include "repositories/lifecycle/beginning.hpp"

#include <ctime>

#include "config/settings.hpp"
#include "git/objects/edit.hpp"
#include "git/objects/writing.hpp"
#include "git/store/store.hpp"
#include "repositories/references/authorship.hpp"
#include "repositories/references/signing.hpp"
#include "templates/gitignore.hpp"
#include "templates/licenses.hpp"
#include "templates/readme.hpp"

namespace cairn::repositories {

using accounts::Account;

namespace {

std::string current_year()
{
    const std::time_t now = Time::now().seconds;
    std::tm parts{};
    gmtime_r(&now, &parts);
    return std::to_string(parts.tm_year + 1900);
}

// One commit without parents on `branch`, with these files.
Result<void> commit_files(const api::Site& site, const std::string& storage, const std::string& branch,
                          const Account& author, const std::vector<std::pair<std::string, std::string>>& files)
{
    const auto repository = TRY(git::Repository::open(site.get<git::Store>().path(storage)));
    const auto person = author_of(author, site.settings());
    TRY(git::commit_to(
        repository, branch,
        [&](const git::ObjectId&) -> Result<git::NewCommit> {
            git::TreeEdit edit(repository, {});
            for (const auto& [name, text] : files)
                TRY(edit.put(name, {git::mode_file, TRY(git::write_blob(repository, text))}));
            return git::NewCommit{
                .tree = TRY(edit.write()), .author = person, .committer = person, .message = "Initial commit\n"};
        },
        signing_writer(site,
                       {.conditions = site.settings().repository_signing.initial_commit, .account_id = author.id})));
    return {};
}

} // namespace

Result<Filling> fill_with(const api::Site& site, const Account& owner, const Account& author,
                          const NewRepository& repository, const Beginning& beginning)
{
    std::vector<std::pair<std::string, std::string>> files;
    files.emplace_back("README.md",
                       TRY(templates::render_readme(beginning.readme.empty() ? "Default" : beginning.readme,
                                                    repository.name, repository.description)));
    if (!beginning.gitignores.empty())
        files.emplace_back(".gitignore", TRY(templates::render_gitignore(beginning.gitignores)));
    if (!beginning.license.empty()) {
        const templates::Licensor licensor{.year = current_year(),
                                           .owner = owner.full_name.empty() ? owner.name : owner.full_name,
                                           .email = author_of(owner, site.settings()).email,
                                           .repository = repository.name};
        files.emplace_back("LICENSE", TRY(templates::render_license(beginning.license, licensor)));
    }
    const std::string branch =
        repository.default_branch.empty() ? site.settings().repository.default_branch : repository.default_branch;
    return [&site, author, branch, files = std::move(files)](const std::string& storage) {
        return commit_files(site, storage, branch, author, files);
    };
}

} // namespace cairn::repositories
