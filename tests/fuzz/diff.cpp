// Any bytes as two versions of a file, divided by the first zero: what differs is told, and each line is where it says.
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "demand.hpp"
#include "git/objects/diff.hpp"
#include "git/objects/edit.hpp"
#include "git/objects/writing.hpp"
#include "git/store/store.hpp"
#include "new_folder.hpp"

namespace {

using namespace cairn::git;
using cairn::fuzz::demand;
using cairn::fuzz::new_folder;

Repository new_repository(const std::string& folder)
{
    const Store store(folder);
    const auto key = Store::new_key();
    demand(store.create(key, ObjectFormat::sha1, "main").has_value());
    return Repository::open(store.path(key)).value();
}

ObjectId tree_with(const Repository& repository, std::string_view text)
{
    TreeEdit edit(repository, {});
    demand(edit.put("file", {mode_file, write_blob(repository, text).value()}).has_value());
    return edit.write().value();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // Everything is written to the disk: a new folder now and then, before there are too many.
    static std::string folder = new_folder();
    static auto repository = new_repository(folder);
    static int written = 0;
    if (++written % 5000 == 0) {
        std::filesystem::remove_all(folder);
        folder = new_folder();
        repository = new_repository(folder);
    }
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto middle = std::min(input.find('\0'), input.size());
    const auto before = input.substr(0, middle);
    const auto after = input.substr(std::min(middle + 1, input.size()));
    const auto diff = Diff::between(repository, tree_with(repository, before), tree_with(repository, after));
    demand(diff.has_value());
    demand(diff->files().size() == (before == after ? 0U : 1U));
    if (before == after) return 0;
    const auto hunks = diff->hunks(0);
    demand(hunks.has_value());
    for (const auto& hunk : *hunks) {
        std::int64_t old_lines = 0;
        std::int64_t new_lines = 0;
        for (const auto& line : hunk.lines) {
            demand(line.origin == ' ' || line.origin == '+' || line.origin == '-');
            if (line.origin != '+') demand(line.old_number == hunk.old_start + old_lines++);
            if (line.origin != '-') demand(line.new_number == hunk.new_start + new_lines++);
        }
        demand(old_lines == hunk.old_count && new_lines == hunk.new_count);
    }
    return 0;
}
