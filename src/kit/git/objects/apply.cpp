#include "git/objects/apply.hpp"

#include <filesystem>

#include "base/text.hpp"
#include "crypto/random.hpp"
#include "git/objects/tree_size.hpp"
#include "git/repository.hpp"

namespace cairn::git {

namespace {

// An index of its own, which is gone when the patch was applied.
class TemporaryIndex {
public:
    explicit TemporaryIndex(const std::string& repository) : path_(repository + "/index." + crypto::random_hex(8)) { }
    ~TemporaryIndex()
    {
        std::error_code none;
        std::filesystem::remove(path_, none);
        std::filesystem::remove(path_ + ".lock", none);
    }
    TemporaryIndex(const TemporaryIndex&) = delete;
    TemporaryIndex& operator=(const TemporaryIndex&) = delete;

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

} // namespace

Result<ObjectId> apply_patch(Children& children, const std::string& repository, const ObjectId& commit,
                             std::string_view patch)
{
    const auto opened = TRY(Repository::open(repository));
    TRY(check_tree_size(opened, TRY(opened.peel(commit, Kind::tree))));
    const TemporaryIndex index(repository);
    const std::vector<std::string> environment{"GIT_DIR=" + repository, "GIT_INDEX_FILE=" + index.path()};
    const auto ask = [&](std::vector<std::string> arguments, std::string_view input = {}) {
        // What it writes has to be on the disk before a reference leads to it, which git leaves to the system.
        arguments.insert(arguments.begin(), {"-c", "core.fsync=loose-object"});
        return children.ask({.arguments = std::move(arguments),
                             .environment = environment,
                             .writes = {repository},
                             .takes_input = !input.empty()},
                            input);
    };
    if (const auto read = TRY(ask({"read-tree", commit.hex()})); read.status != 0)
        return fail(Errc::unavailable, "the repository cannot be read");
    const auto applied = TRY(ask({"apply", "--cached", "--3way", "--whitespace=fix", "-"}, patch));
    if (applied.status != 0)
        return fail(Errc::unprocessable, "the patch does not apply: " + std::string(text::trim(applied.error)));
    const auto written = TRY(ask({"write-tree"}));
    const auto tree = ObjectId::parse(text::trim(written.output));
    if (written.status != 0 || !tree) return fail(Errc::unprocessable, "the patch leaves conflicts");
    return *tree;
}

} // namespace cairn::git
