#include "pulls/merge/merge_message.hpp"

#include "base/text.hpp"
#include "git/references/references.hpp"
#include "repositories/lifecycle/expansion.hpp"

namespace cairn::pulls {

namespace {

constexpr std::uint64_t largest_template = 64 << 10;

std::string written(const git::Person& person) { return person.name + " <" + person.email + ">"; }

repositories::Variables variables_of(const MergeFacts& facts)
{
    std::string reviewed_by;
    for (const auto& approver : facts.approvers)
        reviewed_by += (reviewed_by.empty() ? "Reviewed-by: " : "\nReviewed-by: ") + written(approver);
    std::string closing;
    for (const auto& words : facts.closing) closing += (closing.empty() ? "" : ", ") + words;
    return {{"PullRequestTitle", facts.title},
            {"PullRequestDescription", facts.description},
            {"PullRequestIndex", std::to_string(facts.number)},
            {"PullRequestReference", "#" + std::to_string(facts.number)},
            {"PullRequestPosterName", facts.poster},
            {"BaseBranch", facts.base_branch},
            {"HeadBranch", facts.head_branch},
            {"BaseRepoOwnerName", facts.base_owner},
            {"BaseRepoName", facts.base_repository},
            {"HeadRepoOwnerName", facts.head_owner},
            {"HeadRepoName", facts.head_repository},
            {"ReviewedOn", "Reviewed-on: " + facts.page},
            {"ReviewedBy", reviewed_by},
            {"ClosingIssues", closing}};
}

// "Signed-off-by: Ann <ann@example.com>"
bool is_trailer(std::string_view line)
{
    const auto colon = line.find(": ");
    if (colon == 0 || colon == line.npos) return false;
    return line.substr(0, colon).find_first_of(" \t") == line.npos;
}

} // namespace

std::string usual_title(MergeStyle style, const MergeFacts& facts)
{
    const auto number = " (#" + std::to_string(facts.number) + ")";
    if (style == MergeStyle::squash) return facts.title + number;
    auto head = facts.head_branch;
    if (facts.from_fork && !facts.head_owner.empty())
        head = facts.head_owner + "/" + facts.head_repository + ":" + head;
    return "Merge pull request '" + facts.title + "'" + number + " from " + head + " into " + facts.base_branch;
}

std::string expanded_title(std::string_view text, const MergeFacts& facts)
{
    const auto expanded = repositories::expand(text, variables_of(facts));
    const auto trimmed = text::trim(expanded);
    return std::string(text::trim(trimmed.substr(0, trimmed.find('\n'))));
}

std::string expanded_text(std::string_view text, const MergeFacts& facts)
{
    const auto expanded = repositories::expand(text, variables_of(facts));
    const auto trimmed = text::trim(expanded);
    const auto end = trimmed.find('\n');
    return end == trimmed.npos ? std::string() : std::string(text::trim(trimmed.substr(end)));
}

std::string find_template(const git::Repository& repository, std::string_view default_branch, MergeStyle style)
{
    const auto head = git::find_branch(repository, default_branch);
    if (!head) return {};
    const auto tree = repository.peel(*head, git::Kind::tree);
    if (!tree) return {};
    for (const std::string_view folder : {".cairn", ".gitea"})
        for (const auto& name : {text::to_upper(word_of(style)), std::string("DEFAULT")}) {
            const auto path = std::string(folder) + "/default_merge_message/" + name + "_TEMPLATE.md";
            const auto entry = git::find_entry(repository, *tree, path);
            if (!entry || !entry->is_file()) continue;
            if (auto text = git::read_blob(repository, entry->id, largest_template)) return std::move(*text);
        }
    return {};
}

std::string join_message(std::string_view title, std::string_view text)
{
    std::string message(text::trim(title));
    if (const auto trimmed = text::trim(text); !trimmed.empty()) message.append("\n\n").append(trimmed);
    return message + "\n";
}

std::string add_trailer(std::string_view message, std::string_view key, const git::Person& person)
{
    std::string longer(text::trim(message));
    const auto last = longer.rfind('\n');
    const bool follows = last != longer.npos && is_trailer(std::string_view(longer).substr(last + 1));
    longer.append(follows ? "\n" : "\n\n").append(key).append(": ").append(written(person)).append("\n");
    return longer;
}

} // namespace cairn::pulls
