#include "git/store/exports.hpp"

#include "base/log.hpp"
#include "git/limits.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/tree_size.hpp"

namespace cairn::git {

namespace {

// To compress takes as much of the processor as there is, and who downloads waits for the network anyway.
constexpr int less_urgent = 5;

std::vector<std::string> in(const std::string& repository) { return {"GIT_DIR=" + repository}; }

// Before the first byte goes out, because afterwards nobody can be told.
Result<> check_size(const Repository& repository, const ObjectId& tree, const std::vector<std::string>& paths)
{
    TreeSizes sizes(repository, TreeSizes::Count::bytes);
    TreeSize all;
    const auto add = [&](const ObjectId& folder) -> Result<> {
        const auto size = TRY(sizes.of(folder));
        if (size.files > limits().archive_entries - all.files)
            return fail(Errc::unprocessable, "there are too many files for an archive");
        if (size.bytes > limits().archive_size - all.bytes)
            return fail(Errc::unprocessable, "there is too much for an archive");
        all.files += size.files;
        all.bytes += size.bytes;
        return {};
    };
    if (paths.empty()) return add(tree);
    for (const auto& path : paths)
        if (const auto entry = TRY(find_entry(repository, tree, path)); entry.kind() == Kind::tree) TRY(add(entry.id));
    return {};
}

} // namespace

Result<> Export::send(Sink& sink) const
{
    auto child = TRY(start());
    return send(child, sink);
}

Result<> Export::send(Child& child, Sink& sink) const
{
    if (!head_.empty()) sink.write(head_);
    TextSource input(input_);
    return pass_on(child, input_.empty() ? nullptr : &input, sink);
}

Result<Export> prepare_archive(Children& children, const std::string& path, const Archive& wanted)
{
    const auto repository = TRY(Repository::open(path));
    const auto tree = TRY(repository.peel(wanted.commit, Kind::tree));
    TRY(check_size(repository, tree, wanted.paths));
    Command command{.arguments = {"archive"},
                    .environment = in(path),
                    .reads = {path},
                    .time_limit = wanted.time_limit,
                    .nice = less_urgent};
    command.environment.emplace_back("GIT_LITERAL_PATHSPECS=1");
    command.arguments.emplace_back(wanted.format == ArchiveFormat::zip ? "--format=zip" : "--format=tar.gz");
    command.arguments.push_back("--prefix=" + wanted.prefix + "/");
    command.arguments.insert(command.arguments.end(), {"--", wanted.commit.hex()});
    command.arguments.insert(command.arguments.end(), wanted.paths.begin(), wanted.paths.end());
    return Export(children, std::move(command), {}, {});
}

namespace {

// gitformat-bundle(5), version 2: who stands where, an empty line, and a pack.
Export bundle_of(Children& children, const std::string& path, const std::string& standing, std::string ids)
{
    Command command{.arguments = {"pack-objects", "--revs", "--stdout", "--delta-base-offset", "-q"},
                    .environment = in(path),
                    .reads = {path},
                    .takes_input = true,
                    .time_limit = std::chrono::hours(1),
                    .nice = less_urgent};
    return {children, std::move(command), "# v2 git bundle\n" + standing + "\n", std::move(ids)};
}

} // namespace

Export prepare_bundle(Children& children, const std::string& path, const ObjectId& commit)
{
    const auto hex = commit.hex();
    return bundle_of(children, path, hex + " HEAD\n" + hex + " refs/heads/bundle\n", hex + "\n");
}

Export prepare_bundle(Children& children, const std::string& path, const std::vector<Reference>& references)
{
    std::string standing;
    std::string ids;
    for (const auto& reference : references) {
        standing += reference.target.hex() + " " + reference.name + "\n";
        ids += reference.target.hex() + "\n";
    }
    return bundle_of(children, path, standing, std::move(ids));
}

Export prepare_blob(Children& children, const std::string& path, const ObjectId& id)
{
    Command command{.arguments = {"cat-file", "blob", id.hex()},
                    .environment = in(path),
                    .reads = {path},
                    .time_limit = std::chrono::hours(6)};
    return {children, std::move(command), {}, {}};
}

Result<std::string> peek_blob(Children& children, const std::string& path, const ObjectId& id, std::size_t most)
{
    struct Enough { };
    auto child =
        TRY(children.start({.arguments = {"cat-file", "blob", id.hex()}, .environment = in(path), .reads = {path}}));
    std::string bytes;
    try {
        static_cast<void>(TRY(child.run(nullptr, {.output = [&](std::string_view piece) {
                                            bytes += piece;
                                            if (bytes.size() >= most) throw Enough{};
                                        }})));
    } catch (const Enough&) {
        bytes.resize(most); // the child goes with its object
    }
    return bytes;
}

} // namespace cairn::git
