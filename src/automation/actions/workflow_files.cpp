#include "actions/workflow_files.hpp"

#include <algorithm>

#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"

namespace cairn::actions {

namespace {

constexpr std::uint64_t largest_file = 256 * 1024;
constexpr std::size_t most_files = 100;
constexpr std::uint64_t most_bytes = 1024 * 1024; // of all of them: they are read at every push

} // namespace

std::vector<WorkflowFile> workflow_files(const config::Settings& settings, const git::Repository& repository,
                                         const git::ObjectId& id)
{
    std::vector<WorkflowFile> files;
    const auto commit = git::read_commit(repository, id);
    if (!commit) return files;
    for (const auto& folder : settings.actions.workflow_dirs) {
        const auto entry = git::find_entry(repository, commit->tree, folder);
        if (!entry || entry->mode != git::mode_tree) continue;
        const auto entries = git::read_tree(repository, entry->id);
        if (!entries) continue;
        std::uint64_t bytes = 0;
        for (const auto& file : *entries) {
            if (!file.is_file() || (!file.name.ends_with(".yml") && !file.name.ends_with(".yaml"))) continue;
            const auto info = git::object_info(repository, file.id);
            bytes += info ? std::min(info->size, largest_file) : 0;
            if (bytes > most_bytes || files.size() >= most_files) break;
            files.push_back({.name = file.name, .folder = folder, .blob = file.id});
        }
        break;
    }
    return files;
}

Result<std::string> read_workflow(const git::Repository& repository, const WorkflowFile& file)
{
    return git::read_blob(repository, file.blob, largest_file);
}

Result<WorkflowFile> find_workflow(const api::Call& call, const RepositoryContext& place, std::string_view id)
{
    if (place.repository.empty) return not_found("the workflow");
    const auto handle = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    const auto tip = TRY(git::find_branch(*handle, place.repository.default_branch));
    auto files = workflow_files(call.settings(), *handle, tip);
    const auto found = std::ranges::find(files, id, &WorkflowFile::name);
    if (found == files.end()) return not_found("the workflow");
    return std::move(*found);
}

bool is_disabled(db::Queries& db, std::int64_t repository_id, std::string_view file)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM disabled_workflow WHERE repository_id = $1 AND file = $2)"
                           " AS value",
                           repository_id, file);
}

std::vector<std::string> disabled_workflows(db::Queries& db, std::int64_t repository_id)
{
    return db.all<std::string>("SELECT file FROM disabled_workflow WHERE repository_id = $1", repository_id);
}

Result<void> enable_workflow(const api::Call& call, const RepositoryContext& place, std::string_view id)
{
    const auto file = TRY(find_workflow(call, place, id));
    call.db().write([&](db::Transaction& tx) {
        tx.run("DELETE FROM disabled_workflow WHERE repository_id = $1 AND file = $2", place.repository.id, file.name);
    });
    return {};
}

Result<void> disable_workflow(const api::Call& call, const RepositoryContext& place, std::string_view id)
{
    const auto file = TRY(find_workflow(call, place, id));
    call.db().write([&](db::Transaction& tx) {
        tx.run("INSERT INTO disabled_workflow (repository_id, file) VALUES ($1, $2) ON CONFLICT DO NOTHING",
               place.repository.id, file.name);
    });
    return {};
}

} // namespace cairn::actions
