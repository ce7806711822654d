// Workflows: the files of the default branch, and which of them are switched off.
#include <algorithm>
#include <map>

#include "actions/tables.hpp"
#include "actions/workflow.hpp"
#include "actions/workflow_files.hpp"
#include "api/call.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "contents/commit.hpp"
#include "db/database.hpp"
#include "git/objects/last_changes.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "http/url.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;

namespace {

struct ActionWorkflow {
    std::string id;
    std::string name;
    std::string path;
    std::string state;
    Time created_at;
    Time updated_at;
    std::string url;
    std::string html_url;
    std::string badge_url;
    Time deleted_at = Time::never();
};
BOOST_DESCRIBE_STRUCT(ActionWorkflow, (),
                      (id, name, path, state, created_at, updated_at, url, html_url, badge_url, deleted_at))
constexpr auto notes(const ActionWorkflow*)
{
    return std::array{
        Note{"", "A workflow: a file of the repository's default branch"},
        Note{"id", "the name of its file"},
        Note{"name", "as the file calls itself, or the file's name"},
        Note{"state", "active or disabled_manually"},
        Note{"created_at", "when the file last changed; how long there was one of its name is not told"},
        Note{"updated_at", "when the file last changed"},
        Note{"deleted_at", "never: what is deleted is not listed"},
    };
}

struct ActionWorkflowResponse {
    std::vector<ActionWorkflow> workflows;
    std::int64_t total_count = 0;
};
BOOST_DESCRIBE_STRUCT(ActionWorkflowResponse, (), (workflows, total_count))
constexpr auto notes(const ActionWorkflowResponse*) { return std::array{Note{"", "The workflows of a repository"}}; }

std::string encode_path(std::string_view path)
{
    std::string encoded;
    for (const auto segment : text::split(path, '/'))
        encoded += (encoded.empty() ? "" : "/") + http::encode_path_segment(segment);
    return encoded;
}

// The default branch, with the workflows that it has.
class Branch {
public:
    static Result<Branch> open(const Call& call, const RepositoryContext& place)
    {
        auto handle = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
        const auto tip = TRY(git::find_branch(*handle, place.repository.default_branch));
        return Branch(call, place, std::move(handle), tip);
    }

    const std::vector<WorkflowFile>& files() const { return files_; }

    ActionWorkflow show(const WorkflowFile& file) const
    {
        const contents::Addresses addresses(call_.settings(), place_);
        const auto& branch = place_.repository.default_branch;
        const auto own_name = workflow_name(read_workflow(*handle_, file).value_or(""));
        const auto changed = changed_at(file);
        return {.id = file.name,
                .name = own_name.empty() ? file.name : own_name,
                .path = file.path(),
                .state = std::ranges::find(disabled_, file.name) != disabled_.end() ? "disabled_manually" : "active",
                .created_at = changed,
                .updated_at = changed,
                .url = addresses.api + "/actions/workflows/" + http::encode_path_segment(file.name),
                .html_url = addresses.web + "/src/branch/" + encode_path(branch) + "/" + encode_path(file.path()),
                .badge_url = addresses.web + "/actions/workflows/" + http::encode_path_segment(file.name)
                    + "/badge.svg?branch=" + http::encode_query(branch)};
    }

private:
    Branch(const Call& call, const RepositoryContext& place, git::Repositories::Handle handle, const git::ObjectId& tip)
        : call_(call), place_(place), handle_(std::move(handle)), tip_(tip),
          files_(workflow_files(call.settings(), *handle_, tip)),
          disabled_(disabled_workflows(call.db(), place.repository.id))
    {
        // A history that is longer is not worth the time: then it is the branch's own.
        constexpr std::uint64_t most_steps = 20'000;
        if (files_.empty()) return;
        const auto found =
            git::last_changes(*handle_, {.from = tip_, .folder = files_.front().folder, .most_steps = most_steps});
        if (found)
            for (const auto& folder : found->folders) changes_.insert(folder.entries.begin(), folder.entries.end());
    }

    Time changed_at(const WorkflowFile& file) const
    {
        const auto found = changes_.find(file.name);
        const auto commit =
            git::read_commit(*handle_, found != changes_.end() && !found->second.is_zero() ? found->second : tip_);
        return commit ? commit->author.when : Time{};
    }

    const Call& call_;
    const RepositoryContext& place_;
    git::Repositories::Handle handle_;
    git::ObjectId tip_;
    std::vector<WorkflowFile> files_;
    std::vector<std::string> disabled_;
    std::map<std::string, git::ObjectId> changes_;
};

Result<ActionWorkflowResponse> list(Call& call, const RepositoryContext& place)
{
    ActionWorkflowResponse all;
    if (const auto branch = Branch::open(call, place))
        for (const auto& file : branch->files()) all.workflows.push_back(branch->show(file));
    all.total_count = static_cast<std::int64_t>(all.workflows.size());
    return all;
}

Result<ActionWorkflow> get(Call& call, const RepositoryContext& place, Path<WorkflowPath> path)
{
    const auto branch = Branch::open(call, place);
    if (!branch) return not_found("the workflow");
    const auto file = std::ranges::find(branch->files(), path->workflow_id, &WorkflowFile::name);
    if (file == branch->files().end()) return not_found("the workflow");
    return branch->show(*file);
}

Result<void> enable(Call& call, const RepositoryContext& place, Path<WorkflowPath> path)
{
    return enable_workflow(call, place, path->workflow_id);
}

Result<void> disable(Call& call, const RepositoryContext& place, Path<WorkflowPath> path)
{
    return disable_workflow(call, place, path->workflow_id);
}

// clang-format off
constexpr Operation workflow_operations[] = {
    {GET, "/repos/{owner}/{repo}/actions/workflows",                       scope::repository, reads_actions_signed_in, handle<list>,    200, "ActionsListRepositoryWorkflows", "List the workflows of a repository", {400, 422}, "ActionWorkflowList"},
    {GET, "/repos/{owner}/{repo}/actions/workflows/{workflow_id}",         scope::repository, reads_actions_signed_in, handle<get>,     200, "ActionsGetWorkflow",             "Get a workflow", {400, 422}},
    {PUT, "/repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable",  scope::repository, writes_actions,          handle<enable>,  204, "ActionsEnableWorkflow",          "Switch a workflow on", {400, 409, 422}},
    {PUT, "/repos/{owner}/{repo}/actions/workflows/{workflow_id}/disable", scope::repository, writes_actions,          handle<disable>, 204, "ActionsDisableWorkflow",         "Switch a workflow off", {400, 422}},
};
// clang-format on
static_assert(well_formed(workflow_operations));

} // namespace

const Table workflow_table{"repository", workflow_operations};

} // namespace cairn::actions
