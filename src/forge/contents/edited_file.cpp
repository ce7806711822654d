#include "contents/edited_file.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "contents/editorconfig.hpp"
#include "contents/pointer.hpp"
#include "contents/ref_path.hpp"
#include "git/objects/objects.hpp"

namespace cairn::contents {

using repositories::RepositoryContext;

namespace {

constexpr std::uint64_t largest_editorconfig = 1 << 20;

// A line with its end: "\n", "\r\n", "\r", or nothing at the end of the text.
struct Line {
    std::string_view words;
    std::string_view end;
};

std::vector<Line> lines_of(std::string_view text)
{
    std::vector<Line> lines;
    while (!text.empty()) {
        const auto at = text.find_first_of("\r\n");
        const auto length = at == text.npos ? 0 : text.substr(at).starts_with("\r\n") ? 2 : 1;
        const auto words = text.substr(0, at);
        lines.push_back({words, text.substr(words.size(), length)});
        text.remove_prefix(words.size() + length);
    }
    return lines;
}

// Of most lines; "\n" where there are none.
std::string_view usual_end(std::span<const Line> lines)
{
    std::string_view usual = "\n";
    std::ptrdiff_t most = 0;
    for (const std::string_view end : {"\n", "\r\n", "\r"}) {
        const auto count = std::ranges::count(lines, end, &Line::end);
        if (count > most) {
            usual = end;
            most = count;
        }
    }
    return usual;
}

} // namespace

Result<BranchAndPath> split_branch(const git::Repository& repository, const RepositoryContext& place,
                                   std::string_view branch_and_path)
{
    BranchAndPath at;
    if (auto found = split_path_at(repository, place, RefKind::branch, branch_and_path)) {
        at = {.branch = std::move(found->revision.name),
              .path = std::move(found->path),
              .commit = found->revision.commit};
    } else {
        const auto& begun = place.repository.default_branch;
        const auto behind = branch_and_path.substr(std::min(begun.size(), branch_and_path.size()));
        if (!place.repository.empty || !branch_and_path.starts_with(begun)
            || !(behind.empty() || behind.starts_with('/')))
            return not_found("the branch");
        at = {.branch = begun, .path = std::string(behind), .commit = {}};
    }
    auto path = clean_path(at.path);
    if (!path) return not_found("the branch");
    at.path = std::move(*path);
    return at;
}

Result<EditableFile> find_editable(const git::Repository& repository, const BranchAndPath& place, std::size_t longest)
{
    if (place.commit.is_zero() || place.path.empty()) return not_found("the file");
    const auto tree = TRY(repository.peel(place.commit, git::Kind::tree));
    const auto entry = TRY(git::find_entry(repository, tree, place.path));
    const bool symlink = entry.mode == git::mode_symlink;
    if (!entry.is_file() && !symlink) return not_found("the file");
    EditableFile file{.path = place.path, .sha = entry.id.hex()};
    const auto size = TRY(git::object_info(repository, entry.id)).size;
    file.size = static_cast<std::int64_t>(size);
    if (symlink) {
        file.no_text = NoText::symlink;
        return file;
    }
    if (size > longest) {
        file.no_text = NoText::too_large;
        return file;
    }
    auto bytes = TRY(git::read_blob(repository, entry.id, longest));
    if (!is_text(bytes)) file.no_text = NoText::binary;
    else if (size <= longest_pointer && read_pointer(bytes)) file.no_text = NoText::lfs;
    else file.text = std::move(bytes);
    return file;
}

std::string with_line_ends_of(std::string_view before, std::string_view sent)
{
    const auto old = lines_of(before);
    const auto now = lines_of(sent);
    const auto usual = usual_end(old);
    // How many lines are the same from the beginning, and how many of the rest from the end.
    const auto shorter = std::min(old.size(), now.size());
    std::size_t first = 0;
    while (first < shorter && old[first].words == now[first].words) ++first;
    std::size_t last = 0;
    while (last < shorter - first && old[old.size() - 1 - last].words == now[now.size() - 1 - last].words) ++last;

    std::string text;
    text.reserve(sent.size() + now.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
        text += now[i].words;
        if (now[i].end.empty()) break;
        const auto* same = i < first ? &old[i] : i + last >= now.size() ? &old[i + old.size() - now.size()] : nullptr;
        text += same != nullptr && !same->end.empty() ? same->end : usual;
    }
    return text;
}

std::string indentation_of(const git::Repository& repository, const BranchAndPath& place)
{
    if (place.commit.is_zero()) return {};
    const auto tree = repository.peel(place.commit, git::Kind::tree);
    if (!tree) return {};
    const auto entry = git::find_entry(repository, *tree, ".editorconfig");
    if (!entry || !entry->is_file()) return {};
    const auto text = git::read_blob(repository, entry->id, largest_editorconfig);
    if (!text) return {};
    const auto properties = editorconfig_for(*text, place.path);
    const auto property = [&](const char* name) {
        const auto found = properties.find(name);
        return found != properties.end() ? found->second : std::string();
    };
    if (property("indent_style") == "tab") return "tab";
    const auto size = property("indent_size");
    return size.size() == 1 && size >= "1" && size <= "8" ? size : std::string();
}

} // namespace cairn::contents
