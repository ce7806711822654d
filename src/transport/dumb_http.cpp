#include "transport/dumb_http.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "base/descriptor.hpp"
#include "base/text.hpp"
#include "git/references/references.hpp"
#include "git/store/store.hpp"
#include "transport/git_refusal.hpp"
#include "transport/tables.hpp"

namespace cairn::transport {

using namespace api;
using enum Method;

namespace {

using repositories::RepositoryPath;

struct ObjectPath {
    std::string path;
};
BOOST_DESCRIBE_STRUCT(ObjectPath, (), (path))
constexpr auto notes(const ObjectPath*) { return std::array{Note{"path", "a file below the repository's objects/"}}; }

Result<void> check_fetches(Call& call)
{
    call.load(TRY(find_git_place(call, Service::fetch)));
    return {};
}
constexpr Guard fetches{.name = "fetches",
                        .path = &type_of<RepositoryPath>(),
                        .loads = &tag<GitContext>,
                        .errors = {401, 403, 404},
                        .check = &check_fetches};

constexpr std::string_view plain_type = "text/plain;charset=utf-8";

bool is_hex(std::string_view digits, std::size_t count)
{
    return digits.size() == count
        && std::ranges::all_of(digits, [](char c) { return text::is_digit(c) || (c >= 'a' && c <= 'f'); });
}

// The type of a file that git would ask for; empty for any other, whatever is there.
std::string_view type_of_file(std::string_view path)
{
    constexpr std::string_view pack = "pack/pack-";
    if (path.size() == 41 && path[2] == '/' && is_hex(path.substr(0, 2), 2) && is_hex(path.substr(3), 38))
        return "application/x-git-loose-object";
    if (!path.starts_with(pack) || !is_hex(path.substr(pack.size(), 40), 40)) return {};
    const auto ending = path.substr(pack.size() + 40);
    if (ending == ".pack") return "application/x-git-packed-objects";
    if (ending == ".idx") return "application/x-git-packed-objects-toc";
    return {};
}

Result<Raw> list_packs(const std::string& objects)
{
    std::string list;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(objects + "/pack", none))
        if (const auto name = entry.path().filename().string(); type_of_file("pack/" + name).ends_with("-objects"))
            list += "P " + name + "\n";
    return Raw{.body = list + "\n", .content_type = std::string(plain_type)};
}

Result<Raw> get_object(Call& call, const GitContext& place, Path<ObjectPath> wanted)
{
    const auto objects = call.site.get<git::Store>().path(place.storage) + "/objects";
    if (wanted->path == "info/packs") return list_packs(objects);
    const auto type = type_of_file(wanted->path);
    if (type.empty()) return not_found("the file");
    auto file = std::make_shared<const Descriptor>(
        open((objects + "/" + wanted->path).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    struct stat status{};
    if (!*file || fstat(file->number(), &status) != 0 || !S_ISREG(status.st_mode)) return not_found("the file");
    const auto length = static_cast<std::uint64_t>(status.st_size);
    return Raw{.body = http::FileRange{.file = std::move(file), .length = length}, .content_type = std::string(type)};
}

Result<Raw> get_head(Call& call, const GitContext& place)
{
    const auto repository = TRY(git::Repository::open(call.site.get<git::Store>().path(place.storage)));
    return Raw{.body = "ref: " + std::string(git::heads) + TRY(git::default_branch(repository)) + "\n",
               .content_type = std::string(plain_type)};
}

// clang-format off
constexpr Operation dumb_http_operations[] = {
    {GET, "/{owner}/{repo}/HEAD",            scope::none, fetches, handle<get_head>,   200, "gitHead",   "Tell git the default branch"},
    {GET, "/{owner}/{repo}/objects/{path*}", scope::none, fetches, handle<get_object>, 200, "gitObject", "Give git a file of objects"},
};
// clang-format on
static_assert(well_formed(dumb_http_operations));

} // namespace

Result<Raw> list_references(const Site& site, const GitContext& place)
{
    const auto repository = TRY(git::Repository::open(site.get<git::Store>().path(place.storage)));
    std::string list;
    for (const auto& reference : TRY(git::list_references(repository, "refs/"))) {
        if (reference.name.starts_with("refs/internal/")) continue;
        list += reference.target.hex() + "\t" + reference.name + "\n";
        if (reference.kind != git::Kind::tag) continue;
        if (const auto peeled = repository.peel(reference.target, git::Kind::commit))
            list += peeled->hex() + "\t" + reference.name + "^{}\n";
    }
    return Raw{.body = std::move(list), .content_type = std::string(plain_type)};
}

const Table dumb_http_table{"git", dumb_http_operations, Door::site, &refuse_git, Listens{true, false, true}};

} // namespace cairn::transport
