// A fork: the references in one file, the objects as hard links. Objects never change once they are written, so sharing
// their files is safe; a repack of one repository unlinks its own names only.
#include <git2.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>

#include "git/libgit2.hpp"
#include "git/references/ref_name.hpp"
#include "git/store/durable.hpp"
#include "git/store/layout.hpp"
#include "git/store/store.hpp"

namespace cairn::git {

namespace fs = std::filesystem;

namespace {

struct Target {
    ObjectId id;
    ObjectId peeled; // of a tag object; zero for everything else
};

using References = std::map<std::string, Target>;

Result<References> branches_and_tags(git_repository* repository)
{
    References found;
    for (const auto prefix : {heads, tags}) {
        git_reference_iterator* raw = nullptr;
        const auto pattern = std::string(prefix) + "*";
        if (const auto code = git_reference_iterator_glob_new(&raw, repository, pattern.c_str()); code < 0)
            return libgit2_error(code, "the list of references");
        const Owned<git_reference_iterator> iterator(raw);
        git_reference* next = nullptr;
        int code = 0;
        while ((code = git_reference_next(&next, iterator.get())) == 0) {
            const Owned<git_reference> reference(next);
            if (git_reference_type(next) != GIT_REFERENCE_DIRECT) continue;
            auto& target = found[git_reference_name(next)];
            target.id = object_id(*git_reference_target(next));
            git_object* object = nullptr;
            if (git_reference_peel(&object, next, GIT_OBJECT_ANY) != 0) continue;
            const Owned<git_object> peeled(object);
            if (const auto id = object_id(*git_object_id(object)); id != target.id) target.peeled = id;
        }
        if (code != GIT_ITEROVER) return libgit2_error(code, "the list of references");
    }
    return found;
}

std::string packed_refs(const References& references)
{
    std::string text = "# pack-refs with: peeled fully-peeled sorted \n";
    for (const auto& [name, target] : references) {
        text.append(target.id.hex()).append(" ").append(name).append("\n");
        if (!target.peeled.is_zero()) text.append("^").append(target.peeled.hex()).append("\n");
    }
    return text;
}

// Loose objects and packs; not what a push has in quarantine, and not what git keeps about its own work.
bool is_shared(const fs::path& file)
{
    const auto folder = file.parent_path().filename().string();
    const auto name = file.filename().string();
    if (folder == "pack") return name.starts_with("pack-") && file.extension() != ".keep";
    return folder.size() == 2;
}

// False: a file went away under our hands, because the repository is being repacked.
bool link_objects(const std::string& from, const std::string& to)
{
    for (const auto& folder : fs::directory_iterator(from)) {
        const auto name = folder.path().filename().string();
        if (!folder.is_directory() || (name != "pack" && name.size() != 2)) continue;
        const auto place = to + "/" + name;
        std::error_code there;
        fs::create_directory(place, there);
        for (const auto& file : fs::directory_iterator(folder)) {
            if (!is_shared(file.path())) continue;
            const auto target = place + "/" + file.path().filename().string();
            if (link(file.path().c_str(), target.c_str()) == 0 || errno == EEXIST) continue;
            if (errno == ENOENT) return false;
            if (errno != EXDEV && errno != EMLINK && errno != EPERM)
                throw std::system_error(errno, std::generic_category(), target);
            fs::copy_file(file.path(), target);
            sync_file(target);
        }
        sync_folder(place);
    }
    return true;
}

std::string head_of(git_repository* repository)
{
    git_reference* raw = nullptr;
    if (git_reference_lookup(&raw, repository, "HEAD") != 0) return "main";
    const Owned<git_reference> head(raw);
    const auto* target = git_reference_symbolic_target(raw);
    const std::string_view name = target != nullptr ? target : "";
    return std::string(name.starts_with(heads) ? name.substr(heads.size()) : "main");
}

// The library opens such a repository, and finds nothing in it.
Result<> check_format(git_repository* repository)
{
    git_config* raw = nullptr;
    if (const auto code = git_repository_config_snapshot(&raw, repository); code < 0)
        return libgit2_error(code, "the repository's settings");
    const std::unique_ptr<git_config, void (*)(git_config*)> config(raw, git_config_free);
    const char* format = nullptr;
    if (git_config_get_string(&format, raw, "extensions.objectformat") == 0 && std::string_view(format) != "sha1")
        return fail(Errc::unprocessable, std::string(only_sha1));
    return {};
}

} // namespace

Result<> copy_repository(const std::string& from, const std::string& to)
{
    const auto repository = TRY(open_bare(from));
    auto* raw = repository.get();
    TRY(check_format(raw));
    lay_out(to, head_of(raw));
    // The references first: objects that come later than they do not hurt, objects that are missing would.
    write_new_file(to + "/packed-refs", packed_refs(TRY(branches_and_tags(raw))));
    // Whatever a repack has taken away is in the new pack, which the next round finds.
    constexpr auto rounds = 5;
    for (int round = 0; !link_objects(from + "/objects", to + "/objects"); ++round)
        if (round == rounds) return fail(Errc::unavailable, "the repository is being repacked; try again");
    sync_layout(to);
    return {};
}

} // namespace cairn::git
