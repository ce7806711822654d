#include "contents/blame.hpp"
#include <algorithm>

#include "base/text.hpp"
#include "contents/remembered.hpp"
#include "git/store/store.hpp"

namespace cairn::contents {

using git::BlameBlock;
using git::ObjectId;

namespace {

constexpr std::size_t most_ignored = 1000;
constexpr std::uint64_t largest_list = 256U << 10;
constexpr std::size_t most_remembered = 20'000; // blocks of one file

using Blocks = std::vector<BlameBlock>;

Memory<std::shared_ptr<const Blocks>>& remembered_blames()
{
    static Memory<std::shared_ptr<const Blocks>> memory(64);
    return memory;
}

struct IgnoredCommits {
    std::vector<ObjectId> ids{};
    ObjectId list{}; // the file's
};

// Lines that are no whole ids, and ids of what is not here, are passed over as git does.
IgnoredCommits read_ignored(const git::Repository& repository, const ObjectId& tree)
{
    IgnoredCommits ignored;
    const auto entry = git::find_entry(repository, tree, ignored_revisions_file);
    if (!entry || !entry->is_file()) return ignored;
    const auto list = git::read_blob(repository, entry->id, largest_list);
    if (!list) return ignored;
    ignored.list = entry->id;
    for (const auto line : text::split(*list, '\n')) {
        const auto id = ObjectId::parse(text::trim(line.substr(0, line.find('#'))));
        if (!id || ignored.ids.size() == most_ignored) continue;
        if (const auto kind = repository.kind_of(*id); kind && *kind == git::Kind::commit) ignored.ids.push_back(*id);
    }
    return ignored;
}

std::vector<std::string_view> lines_of(std::string_view content)
{
    auto lines = text::split(content, '\n');
    if (lines.back().empty()) lines.pop_back(); // behind the last line's end
    return lines;
}

// Gives on blocks that are as large as they can be, with their lines.
class Joining {
public:
    Joining(std::span<const std::string_view> lines, const BlameListener& listener) : lines_(lines), listener_(listener)
    {
    }

    void add(BlameBlock block)
    {
        if (held_.commit && held_.commit->id == block.commit->id) {
            held_.count += block.count;
            return;
        }
        give();
        held_ = std::move(block);
    }
    void give()
    {
        if (!held_.commit) return;
        const auto begin = static_cast<std::size_t>(held_.line - 1);
        const auto count = static_cast<std::size_t>(held_.count);
        if (begin < lines_.size())
            listener_.block(held_, lines_.subspan(begin, std::min(count, lines_.size() - begin)));
        held_ = {};
    }

private:
    std::span<const std::string_view> lines_;
    const BlameListener& listener_;
    BlameBlock held_{};
};

} // namespace

Result<> blame_file(const api::Site& site, const repositories::StoredRepository& stored,
                    const git::Repository& repository, const ObjectId& commit, const std::string& path,
                    const BlameListener& listener, bool ignoring)
{
    const auto tree = TRY(git::read_commit(repository, commit)).tree;
    const auto entry = TRY(git::find_entry(repository, tree, path));
    if (!entry.is_file()) return not_found("the file");
    const auto content = TRY(git::read_blob(repository, entry.id, largest_blamed));
    if (content.contains('\0')) return fail(Errc::unprocessable, "a file that is no text has no lines");
    const auto lines = lines_of(content);
    const auto ignored = ignoring ? read_ignored(repository, tree) : IgnoredCommits{};
    if (listener.begin)
        listener.begin({.lines = static_cast<std::int64_t>(lines.size()),
                        .ignored = ignored.ids.size(),
                        .lists_ignored = !ignored.list.is_zero()});
    Joining joining(lines, listener);
    const auto key = stored.storage + commit.hex() + ignored.list.hex() + path;
    if (const auto known = remembered_blames().find(key)) {
        for (const auto& block : **known) joining.add(block);
        joining.give();
        return {};
    }
    Blocks blocks;
    const auto done = git::blame(site.get<git::Children>(), site.get<git::Store>().path(stored.storage),
                                 {.commit = commit, .path = path, .ignored = ignored.ids}, [&](BlameBlock block) {
                                     if (blocks.size() < most_remembered) blocks.push_back(block);
                                     joining.add(std::move(block));
                                 });
    joining.give();
    if (!done) return done;
    if (blocks.size() < most_remembered)
        remembered_blames().keep(key, std::make_shared<const Blocks>(std::move(blocks)));
    return {};
}

} // namespace cairn::contents
