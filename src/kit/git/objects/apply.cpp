#include "git/objects/apply.hpp"

#include <algorithm>
#include <filesystem>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "crypto/random.hpp"
#include "git/objects/diff.hpp"
#include "git/objects/edit.hpp"
#include "git/objects/tree_size.hpp"
#include "git/repository.hpp"

namespace cairn::git {

namespace {

constexpr std::size_t most_named = 10; // complaints of git's
constexpr std::uint64_t longest_link = 4096;

// The lines in which git says what is wrong with which file.
std::string complaints_in(std::string_view said)
{
    std::vector<std::string> found;
    for (auto line : text::split(said, '\n')) {
        std::string words;
        if (line.starts_with("error: ")) words = line.substr(7);
        else if (line.starts_with("U ")) words = std::string(line.substr(2)) + ": there are conflicts";
        // It is tried once more, without.
        if (words.empty() || words.starts_with("repository lacks")) continue;
        if (std::ranges::find(found, words) == found.end()) found.push_back(std::move(words));
    }
    if (found.empty()) return std::string(text::trim(said));
    const auto more = found.size() > most_named;
    found.resize(std::min(found.size(), most_named));
    return text::join(found, "; ") + (more ? "; and more" : "");
}

// Whether a link in the folder of `path` stays within the repository.
bool stays_inside(std::string_view path, std::string_view target)
{
    if (target.empty() || target.starts_with('/')) return false;
    auto depth = std::ranges::count(path, '/');
    for (const auto part : text::split(target, '/')) {
        if (part == "..") --depth;
        else if (part != "." && !part.empty()) ++depth;
        if (depth < 0) return false;
    }
    return true;
}

// What git takes from a patch and nobody should get from one.
Result<> check_file(const Repository& repository, const FileChange& file)
{
    if (file.change == Change::removed) return {};
    if (!is_file_path(file.path))
        return fail(Errc::unprocessable, "\"" + file.path + "\" is not a path that a file can have");
    switch (file.mode_after) {
    case mode_file:
    case mode_executable: return {};
    case mode_symlink: {
        const auto target = read_blob(repository, file.after, longest_link);
        if (target && stays_inside(file.path, *target)) return {};
        return fail(Errc::unprocessable, file.path + " is a symbolic link that leads out of the repository");
    }
    case mode_submodule: return fail(Errc::unprocessable, file.path + " is a submodule, which no patch can bring");
    default:
        // It was so before.
        if (file.mode_before == file.mode_after) return {};
        return fail(Errc::unprocessable, file.path + " has a mode that no file can have");
    }
}

} // namespace

// An index of its own, which is gone when the patches were applied.
class PatchedTree::Index {
public:
    explicit Index(const std::string& repository) : path_(repository + "/index." + crypto::random_hex(8)) { }
    ~Index()
    {
        std::error_code none;
        std::filesystem::remove(path_, none);
        std::filesystem::remove(path_ + ".lock", none);
    }
    Index(const Index&) = delete;
    Index& operator=(const Index&) = delete;

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

PatchedTree::PatchedTree(Children& children, std::string repository, const ObjectId& tree, const ApplyLimits& limits)
    : children_(children), repository_(std::move(repository)), tree_(tree), limits_(limits),
      index_(std::make_unique<const Index>(repository_))
{
}
PatchedTree::PatchedTree(PatchedTree&&) noexcept = default;
PatchedTree::~PatchedTree() = default;

Result<Children::Answer> PatchedTree::ask(std::vector<std::string> arguments, std::string_view input) const
{
    TRY(Deadline::check());
    // What it writes has to be on the disk before a reference leads to it, which git leaves to the system.
    arguments.insert(arguments.begin(), {"-c", "core.fsync=loose-object"});
    return children_.ask({.arguments = std::move(arguments),
                          .environment = {"GIT_DIR=" + repository_, "GIT_INDEX_FILE=" + index_->path()},
                          .writes = {repository_},
                          .memory = limits_.memory,
                          .largest_piece = limits_.largest_piece,
                          .takes_input = !input.empty()},
                         input);
}

Result<PatchedTree> PatchedTree::begin(Children& children, const std::string& repository, const ObjectId& commit,
                                       const ApplyLimits& limits)
{
    const auto opened = TRY(Repository::open(repository));
    const auto tree = TRY(opened.peel(commit, Kind::tree));
    TRY(check_tree_size(opened, tree));
    PatchedTree patched(children, repository, tree, limits);
    if (const auto read = TRY(patched.ask({"read-tree", tree.hex()})); read.status != 0)
        return fail(Errc::unavailable, "the repository cannot be read");
    return patched;
}

Result<ObjectId> PatchedTree::apply(std::string_view patch)
{
    const auto applied = TRY(ask({"apply", "--cached", "--3way", "--whitespace=fix", "-"}, patch));
    if (applied.wanted_too_much)
        return fail(Errc::too_large, "to apply the patch takes more memory or time than this site gives");
    if (applied.status != 0)
        return fail(Errc::unprocessable, "the patch does not apply: " + complaints_in(applied.error));
    const auto written = TRY(ask({"write-tree"}));
    const auto tree = ObjectId::parse(text::trim(written.output));
    if (written.status != 0 || !tree) return fail(Errc::unprocessable, "the patch leaves conflicts");
    const auto opened = TRY(Repository::open(repository_));
    const auto changed = TRY(Diff::between(opened, tree_, *tree));
    for (const auto& file : changed.files()) TRY(check_file(opened, file));
    tree_ = *tree;
    return tree_;
}

Result<ObjectId> apply_patch(Children& children, const std::string& repository, const ObjectId& commit,
                             std::string_view patch, const ApplyLimits& limits)
{
    return TRY(PatchedTree::begin(children, repository, commit, limits)).apply(patch);
}

} // namespace cairn::git
