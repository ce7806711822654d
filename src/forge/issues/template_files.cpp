#include "issues/template_files.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "git/objects/objects.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"

namespace cairn::issues {

using api::Call;
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

constexpr std::array<std::string_view, 4> plain_folders{"", ".cairn", ".gitea", ".github"};
constexpr std::array<std::string_view, 6> pull_folders{".cairn", ".gitea", ".github", "", "docs", ".gitlab"};

// The default branch as it is now. Nothing where there is nothing to read.
class Tree {
public:
    static std::optional<Tree> open(const Call& call, const RepositoryContext& place)
    {
        if (place.repository.empty) return {};
        auto handle = call.site.get<git::Repositories>().open(place.repository.storage);
        if (!handle) return {};
        const auto tip = git::find_branch(**handle, place.repository.default_branch);
        if (!tip) return {};
        const auto commit = git::read_commit(**handle, *tip);
        if (!commit) return {};
        return Tree(std::move(*handle), commit->tree);
    }

    std::vector<git::TreeEntry> files_in(std::string_view folder) const
    {
        auto id = root_;
        if (!folder.empty()) {
            const auto entry = git::find_entry(*handle_, root_, folder);
            if (!entry || entry->mode != git::mode_tree) return {};
            id = entry->id;
        }
        auto entries = git::read_tree(*handle_, id);
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

} // namespace

Result<IssueConfig> find_issue_config(const Call& call, const RepositoryContext& place)
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

FoundTemplates find_templates(const Call& call, const RepositoryContext& place)
{
    FoundTemplates found;
    const auto tree = Tree::open(call, place);
    if (!tree) return found;
    for (const auto folder : template_folders)
        for (const auto& file : tree->files_in(folder)) {
            if (!is_template_name(file.name) || found.templates.size() >= most_templates) continue;
            const auto path = std::string(folder) + "/" + file.name;
            const auto text = tree->read(file.id);
            if (auto one = text ? read_template(path, *text) : std::nullopt) found.templates.push_back(std::move(*one));
            else if (found.faulty.size() < most_templates) found.faulty.push_back(path);
        }
    return found;
}

std::vector<IssueTemplate> find_issue_templates(const Call& call, const RepositoryContext& place)
{
    return find_templates(call, place).templates;
}

std::optional<IssueTemplate> find_plain_template(const Call& call, const RepositoryContext& place)
{
    const auto tree = Tree::open(call, place);
    if (!tree) return {};
    for (const auto folder : plain_folders)
        for (const auto& file : tree->files_in(folder)) {
            const auto name = text::to_lower(file.name);
            if (name != "issue_template.md" && name != "issue_template.yaml" && name != "issue_template.yml") continue;
            const auto text = tree->read(file.id);
            if (!text) continue;
            if (auto one = read_plain_template(file.name, *text)) return one;
        }
    return {};
}

std::string find_pull_template(const Call& call, const RepositoryContext& place)
{
    const auto tree = Tree::open(call, place);
    if (!tree) return {};
    for (const auto folder : pull_folders)
        for (const auto& file : tree->files_in(folder)) {
            if (text::to_lower(file.name) != "pull_request_template.md") continue;
            const auto text = tree->read(file.id);
            if (!text || !is_text(*text)) continue;
            if (const auto one = read_plain_template(file.name, *text)) return one->content;
        }
    return {};
}

} // namespace cairn::issues
