#include "git/objects/write_log.hpp"

#include <git2.h>
#include <git2/sys/odb_backend.h>

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>

#include "git/libgit2.hpp"
#include "git/store/durable.hpp"

namespace cairn::git {

// A backend that stores nothing: it notes the name and leaves the work to the next.
struct WriteLog::Backend : git_odb_backend {
    WriteLog* log;

    static Backend& of(git_odb_backend* backend) { return *static_cast<Backend*>(backend); }

    static int note_write(git_odb_backend* backend, const git_oid* id, const void*, std::size_t, git_object_t)
    {
        of(backend).log->written_.push_back(object_id(*id));
        return GIT_ENOTFOUND; // the next one writes it
    }
    static int note_freshen(git_odb_backend* backend, const git_oid* id)
    {
        of(backend).log->written_.push_back(object_id(*id));
        return GIT_ENOTFOUND;
    }
    static void free_backend(git_odb_backend* backend) { delete &of(backend); }
};

void WriteLog::attach(git_odb& odb)
{
    auto backend = std::make_unique<Backend>();
    if (git_odb_init_backend(backend.get(), GIT_ODB_BACKEND_VERSION) < 0)
        throw std::runtime_error("libgit2 is not 1.5");
    backend->log = this;
    backend->write = Backend::note_write;
    backend->freshen = Backend::note_freshen;
    backend->free = Backend::free_backend;
    constexpr auto before_all_others = 100;
    if (git_odb_add_backend(&odb, backend.get(), before_all_others) < 0) throw std::bad_alloc();
    static_cast<void>(backend.release());
}

void WriteLog::sync(const std::string& objects)
{
    std::ranges::sort(written_);
    written_.erase(std::ranges::unique(written_).begin(), written_.end());
    std::set<std::string> folders;
    for (const auto& id : written_) {
        const auto hex = id.hex();
        auto folder = objects + "/" + hex.substr(0, 2);
        if (sync_file(folder + "/" + hex.substr(2))) folders.insert(std::move(folder)); // else it is in a pack
    }
    for (const auto& folder : folders) sync_folder(folder);
    if (!folders.empty()) sync_folder(objects);
    written_.clear();
}

} // namespace cairn::git
