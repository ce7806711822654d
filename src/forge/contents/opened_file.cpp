#include "contents/opened_file.hpp"

#include "contents/media_type.hpp"
#include "contents/pointer.hpp"
#include "db/database.hpp"
#include "git/objects/objects.hpp"
#include "git/store/exports.hpp"
#include "lfs/object.hpp"

namespace cairn::contents {

using repositories::RepositoryContext;

namespace {

// Takes the large file in the place of the pointer to it.
void follow(const api::Call& call, const RepositoryContext& place, const Pointer& pointer, std::uint64_t most,
            OpenedFile& file)
{
    file.missing = true;
    const auto object = lfs::find_object(call.db(), place.repository.id, pointer.oid);
    if (!object) return;
    auto bytes = lfs::read_object(call.site, *object, {.offset = 0, .length = most});
    if (!bytes) return;
    file.missing = false;
    file.large = true;
    file.size = object->size;
    file.whole = bytes->size() == static_cast<std::uint64_t>(object->size);
    file.bytes = std::move(*bytes);
}

} // namespace

bool OpenedFile::is_text() const { return type.starts_with("text/") || type.starts_with("image/svg"); }

Result<OpenedFile> open_file(const api::Call& call, const RepositoryContext& place, const git::Repository& repository,
                             const git::ObjectId& id, std::uint64_t most)
{
    const auto info = TRY(git::object_info(repository, id));
    OpenedFile file{.size = static_cast<std::int64_t>(info.size), .whole = info.size <= most};
    file.bytes = file.whole
        ? TRY(git::read_blob(repository, id, most))
        : TRY(git::peek_blob(call.site.get<git::Children>(), repository.path(), id, static_cast<std::size_t>(most)));
    if (file.whole && info.size <= longest_pointer)
        if (const auto pointer = read_pointer(file.bytes)) follow(call, place, *pointer, most, file);
    file.type = shown_type(std::string_view(file.bytes).substr(0, enough_to_tell));
    return file;
}

} // namespace cairn::contents
