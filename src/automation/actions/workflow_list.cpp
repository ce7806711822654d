#include "actions/workflow_list.hpp"

#include <algorithm>

#include "actions/workflow.hpp"
#include "cache/by_content.hpp"
#include "db/database.hpp"
#include "git/store/repositories.hpp"

namespace cairn::actions {

namespace {

using Workflows = std::vector<ListedWorkflow>;

struct CommitKey {
    std::string commit;

    bool operator==(const CommitKey&) const = default;
    struct Hash {
        std::size_t operator()(const CommitKey& key) const { return std::hash<std::string>()(key.commit); }
    };
};

// The folders where workflows are looked for are the same for as long as the program runs.
cache::ByContent<CommitKey>& kept()
{
    constexpr std::size_t most = 4U << 20;
    static cache::ByContent<CommitKey> all(most);
    return all;
}

Workflows read_all(const config::Settings& settings, const git::Repository& repository, const git::ObjectId& commit)
{
    Workflows all;
    for (const auto& file : workflow_files(settings, repository, commit)) {
        auto& one = all.emplace_back(ListedWorkflow{.file = file.name, .folder = file.folder, .name = file.name});
        const auto text = read_workflow(repository, file);
        const auto workflow = text ? parse_workflow(*text) : Result<Workflow>(std::unexpected(text.error()));
        if (!workflow) {
            one.problem = workflow.error().message;
            continue;
        }
        if (!workflow->name.empty()) one.name = workflow->name;
        one.by_hand = workflow->trigger("workflow_dispatch") != nullptr;
    }
    return all;
}

std::size_t weight_of(const Workflows& all)
{
    std::size_t bytes = 0;
    for (const auto& one : all)
        bytes += sizeof one + one.file.size() + one.folder.size() + one.name.size() + one.problem.size();
    return bytes;
}

} // namespace

std::vector<ListedWorkflow> listed_workflows(const api::Call& call, const RepositoryContext& place)
{
    const auto tip = call.db().first<std::string>("SELECT commit_id FROM branch WHERE repository_id = $1 AND name = $2",
                                                  place.repository.id, place.repository.default_branch);
    const auto commit = tip ? git::ObjectId::parse(*tip) : std::nullopt;
    if (!commit) return {};
    auto found = std::static_pointer_cast<const Workflows>(kept().find({*tip}));
    if (!found) {
        const auto handle = call.site.get<git::Repositories>().open(place.repository.storage);
        if (!handle) return {};
        found = std::make_shared<const Workflows>(read_all(call.settings(), **handle, *commit));
        kept().keep({*tip}, found, weight_of(*found));
    }
    auto all = *found;
    if (all.empty()) return all;
    const auto disabled = disabled_workflows(call.db(), place.repository.id);
    for (auto& one : all) one.disabled = std::ranges::find(disabled, one.file) != disabled.end();
    return all;
}

} // namespace cairn::actions
