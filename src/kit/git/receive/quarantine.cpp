#include "git/receive/quarantine.hpp"

#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/log.hpp"
#include "base/text.hpp"
#include "crypto/random.hpp"
#include "git/receive/strictness.hpp"
#include "git/store/durable.hpp"

namespace cairn::git {

namespace fs = std::filesystem;

namespace {

std::string strict()
{
    std::string option = "--strict=";
    for (const auto check : ignored_checks) option.append(check).append("=ignore,");
    option.pop_back();
    return option;
}

// As many as git has for the same purpose.
constexpr std::uint32_t unpack_limit = 100;

// At least as much as index-pack has.
constexpr std::uint64_t memory_of_object = 256;

constexpr std::size_t pack_header = 12;
constexpr std::size_t pack_trailer = 20;

// The last thing that git complained about, without what only its operator understands.
std::string complaint(std::string_view words)
{
    std::string last = "the pack is not good";
    for (auto line : text::split(words, '\n')) {
        if (const auto shown = line.rfind('\r'); shown != line.npos) line.remove_prefix(shown + 1);
        if (line.starts_with("fatal: ")) last = line.substr(7);
        else if (line.starts_with("error: ")) last = line.substr(7);
    }
    return last;
}

} // namespace

Quarantine::Quarantine(std::string path)
    : path_(std::move(path)), folder_(path_ + "/objects/" + std::string(prefix) + crypto::random_hex(8))
{
    make_new_folder(folder_);
    make_new_folder(folder_ + "/pack");
}

Quarantine::~Quarantine()
{
    if (kept_) unlink((path_ + "/objects/pack/" + pack_ + ".keep").c_str());
    std::error_code ignored; // maintenance deletes what is left
    fs::remove_all(folder_, ignored);
}

std::vector<std::string> Quarantine::environment() const
{
    return {"GIT_OBJECT_DIRECTORY=" + folder_, "GIT_ALTERNATE_OBJECT_DIRECTORIES=" + path_ + "/objects",
            "GIT_QUARANTINE_PATH=" + folder_, "GIT_DIR=" + path_};
}

Result<> Quarantine::take_pack(Children& children, Input& input, const Limits& limits, const Child::Ears& ears)
{
    if (!input.fill_to(pack_header) || !input.view().starts_with("PACK"))
        return fail(Errc::unprocessable, "the pack is missing");
    objects_ = 0;
    for (const auto byte : input.view().substr(8, 4)) objects_ = objects_ << 8U | static_cast<unsigned char>(byte);
    if (objects_ >= unpack_limit) return index(children, input, limits, ears);
    if (objects_ > 0) return unpack(children, input, limits, ears);
    // A branch made at a commit that is here already comes with a pack without objects.
    if (!input.fill_to(pack_header + pack_trailer)) return fail(Errc::unprocessable, "the pack is cut off");
    input.consume(pack_header + pack_trailer);
    return {};
}

// Few objects become files of their own: hundreds of small packs would have to be searched for every object that is
// read.
Result<> Quarantine::unpack(Children& children, Input& input, const Limits& limits, const Child::Ears& ears)
{
    // They are synced together when they are moved in.
    return run(children, {"-c", "core.fsync=none", "unpack-objects", "-q", strict()}, input, limits, ears);
}

Result<> Quarantine::index(Children& children, Input& input, const Limits& limits, Child::Ears ears)
{
    // A repack that runs at the wrong moment would take a pack without references for rubbish; --keep tells it not to.
    std::vector<std::string> arguments{"index-pack", "--stdin", "--fix-thin", "--keep=push", strict()};
    if (ears.error) arguments.emplace_back("--show-resolving-progress");
    std::string said;
    ears.output = [&](std::string_view bytes) { said.append(bytes.substr(0, 256)); };
    TRY(run(children, std::move(arguments), input, limits, ears));
    // "keep<TAB>NAME": so it is called.
    const auto tab = said.find('\t');
    if (tab == said.npos) return fail(Errc::unavailable, "git did not name the pack");
    pack_ = "pack-" + std::string(text::trim(std::string_view(said).substr(tab + 1)));
    return {};
}

Result<> Quarantine::run(Children& children, std::vector<std::string> arguments, Input& input, const Limits& limits,
                         const Child::Ears& ears) const
{
    // What git keeps about each object; it is asked for at once, and used as they come.
    const auto about_objects = std::uint64_t{objects_} * memory_of_object;
    if (limits.largest_pack > 0) arguments.push_back("--max-input-size=" + std::to_string(limits.largest_pack));
    auto child = TRY(children.start({.arguments = std::move(arguments),
                                     .environment = environment(),
                                     .reads = {path_},
                                     .writes = {folder_},
                                     .memory = limits.memory + about_objects,
                                     .largest_piece = std::max(limits.largest_object, about_objects),
                                     .takes_input = true,
                                     .time_limit = limits.time}));
    const auto status = TRY(child.run(&input, ears));
    if (status == 0) return {};
    log::info("a pack was refused", {{"repository", path_}, {"status", status}, {"error", child.last_words()}});
    if (child.wanted_too_much(status))
        return fail(Errc::too_large,
                    "to unpack what is pushed takes more memory or time than this site gives; large files "
                    "belong into Git LFS");
    return fail(Errc::unprocessable, complaint(child.last_words()));
}

Result<> Quarantine::check_connected(Children& children, std::span<const ObjectId> tips, const Limits& limits) const
{
    std::string list;
    for (const auto& tip : tips) list.append(tip.hex()).append("\n");
    if (list.empty()) return {};
    const auto answer =
        TRY(children.ask({.arguments = {"rev-list", "--objects", "--stdin", "--not", "--all", "--quiet"},
                          .environment = environment(),
                          .reads = {path_},
                          .time_limit = limits.time},
                         list));
    if (answer.status == 0) return {};
    log::info("a push was refused that is not complete", {{"repository", path_}, {"error", answer.error}});
    return fail(Errc::unprocessable, "objects are missing");
}

void Quarantine::move_in()
{
    if (pack_.empty()) move_objects();
    else move_pack();
}

void Quarantine::move_objects()
{
    std::vector<std::pair<fs::path, std::string>> files; // where from, and what below objects/
    for (const auto& folder : fs::directory_iterator(folder_)) {
        const auto name = folder.path().filename().string();
        if (name.size() != 2) continue;
        for (const auto& file : fs::directory_iterator(folder))
            files.emplace_back(file.path(), name + "/" + file.path().filename().string());
    }
    // All are written before the first is synced: the disk then commits its journal once for all of them.
    for (const auto& [file, name] : files) sync_file(file);
    std::set<std::string> folders;
    bool is_new = false;
    for (const auto& [file, name] : files) {
        auto folder = path_ + "/objects/" + name.substr(0, 2);
        is_new |= fs::create_directory(folder);
        fs::rename(file, path_ + "/objects/" + name);
        folders.insert(std::move(folder));
    }
    for (const auto& folder : folders) sync_folder(folder);
    if (is_new) sync_folder(path_ + "/objects");
}

void Quarantine::move_pack()
{
    const auto from = folder_ + "/pack/" + pack_;
    const auto to = path_ + "/objects/pack/" + pack_;
    // The index last: with it the pack begins to exist.
    kept_ = true;
    for (const auto* ending : {".keep", ".pack", ".rev", ".idx"}) {
        if (rename((from + ending).c_str(), (to + ending).c_str()) == 0) continue;
        if (errno != ENOENT) throw std::system_error(errno, std::generic_category(), to + ending);
    }
    sync_folder(path_ + "/objects/pack");
}

} // namespace cairn::git
