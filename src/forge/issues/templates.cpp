// What a repository says about its issues before there are any: templates, and where else to turn to.
#include "api/call.hpp"
#include "git/objects/objects.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "issues/tables.hpp"
#include "issues/template_form.hpp"
#include "repositories/guards.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

constexpr std::uint64_t largest_file = 256 * 1024;
constexpr std::size_t most_templates = 100;

constexpr std::array<std::string_view, 10> template_folders{
    "ISSUE_TEMPLATE",         "issue_template",        ".cairn/ISSUE_TEMPLATE",  ".cairn/issue_template",
    ".gitea/ISSUE_TEMPLATE",  ".gitea/issue_template", ".github/ISSUE_TEMPLATE", ".github/issue_template",
    ".gitlab/ISSUE_TEMPLATE", ".gitlab/issue_template"};
constexpr std::array<std::string_view, 6> config_folders{".cairn/ISSUE_TEMPLATE",  ".cairn/issue_template",
                                                         ".gitea/ISSUE_TEMPLATE",  ".gitea/issue_template",
                                                         ".github/ISSUE_TEMPLATE", ".github/issue_template"};

struct IssueConfigValidation {
    bool valid = true;
    std::string message;
};
BOOST_DESCRIBE_STRUCT(IssueConfigValidation, (), (valid, message))
constexpr auto notes(const IssueConfigValidation*)
{
    return std::array{Note{"", "Whether the configuration of issues is as it should be"}};
}

// None is null, not an empty list, to today's clients.
using Templates = std::optional<std::vector<IssueTemplate>>;

// The default branch as it is now. Nothing where there is nothing to read.
class Tree {
public:
    static std::optional<Tree> open(const Call& call, const RepositoryContext& place)
    {
        if (place.repository.empty) return {};
        auto handle = call.site.open_repositories.open(place.repository.storage);
        if (!handle) return {};
        const auto tip = git::find_branch(**handle, place.repository.default_branch);
        if (!tip) return {};
        const auto commit = git::read_commit(**handle, *tip);
        if (!commit) return {};
        return Tree(std::move(*handle), commit->tree);
    }

    std::vector<git::TreeEntry> files_in(std::string_view folder) const
    {
        const auto entry = git::find_entry(*handle_, root_, folder);
        if (!entry || entry->mode != git::mode_tree) return {};
        auto entries = git::read_tree(*handle_, entry->id);
        if (!entries) return {};
        std::erase_if(*entries, [](const auto& file) { return !file.is_file(); });
        return std::move(*entries);
    }

    std::optional<std::string> read(const git::ObjectId& id) const
    {
        auto bytes = git::read_blob(*handle_, id, largest_file);
        return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
    }

private:
    Tree(git::Repositories::Handle handle, const git::ObjectId& root) : handle_(std::move(handle)), root_(root) { }

    git::Repositories::Handle handle_;
    git::ObjectId root_;
};

Result<IssueConfig> find_config(const Call& call, const RepositoryContext& place)
{
    const auto tree = Tree::open(call, place);
    if (!tree) return IssueConfig();
    for (const auto folder : config_folders)
        for (const auto& file : tree->files_in(folder))
            if (file.name == "config.yml" || file.name == "config.yaml") {
                const auto text = tree->read(file.id);
                if (!text) return fail(Errc::unprocessable, "the file is too large");
                return read_config(*text);
            }
    return IssueConfig();
}

Result<IssueConfig> get_config(Call& call, const RepositoryContext& place)
{
    return find_config(call, place).value_or(IssueConfig());
}

Result<IssueConfigValidation> validate(Call& call, const RepositoryContext& place)
{
    const auto config = find_config(call, place);
    if (config) return IssueConfigValidation();
    return IssueConfigValidation{.valid = false, .message = config.error().message};
}

Result<Templates> list(Call& call, const RepositoryContext& place)
{
    const auto tree = Tree::open(call, place);
    if (!tree) return Templates();
    std::vector<IssueTemplate> found;
    for (const auto folder : template_folders)
        for (const auto& file : tree->files_in(folder)) {
            if (!is_template_name(file.name) || found.size() >= most_templates) continue;
            if (const auto text = tree->read(file.id))
                if (auto one = read_template(std::string(folder) + "/" + file.name, *text))
                    found.push_back(std::move(*one));
        }
    return found.empty() ? Templates() : Templates(std::move(found));
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/repos/{owner}/{repo}/issue_templates",       scope::repository, repositories::reads_code, handle<list>,       200, "repoGetIssueTemplates",   "List the templates for issues", {}, "IssueTemplates"},
    {GET, "/repos/{owner}/{repo}/issue_config",          scope::repository, repositories::reads_code, handle<get_config>, 200, "repoGetIssueConfig",      "Get how issues begin", {}, "RepoIssueConfig"},
    {GET, "/repos/{owner}/{repo}/issue_config/validate", scope::repository, repositories::reads_code, handle<validate>,   200, "repoValidateIssueConfig", "Check what the repository says about how issues begin", {}, "RepoIssueConfigValidation"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table template_table{"repository", operations};

} // namespace cairn::issues
