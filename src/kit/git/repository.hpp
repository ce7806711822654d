// One repository, open for reading and writing in process. Not safe for several threads at once: git::Repositories
// keeps as many handles of one as there are threads that want it.
//
// What a client asked for and is not there is `not_found`. A repository that is damaged gives `unavailable`, wherever
// the damage shows, and a line in the log: nothing in here throws because of what is in a repository.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "git/objects/object_id.hpp"

struct git_repository;

namespace cairn::git {

class WriteLog; // git/objects/write_log.hpp

enum class Kind : std::uint8_t { commit, tree, blob, tag };

std::string_view name_of(Kind); // as git spells it

class Repository {
public:
    static Result<Repository> open(const std::string& path);

    Repository(Repository&&) noexcept;
    Repository& operator=(Repository&&) noexcept;
    ~Repository();

    const std::string& path() const { return path_; }

    // Also finds objects that are in another folder of objects: those of a push that is not decided yet. From now on
    // for this handle, so it must not go back to a cache.
    Result<> also_look_in(const std::string& objects);

    // The object that something names, and what kind it is of.
    Result<Kind> kind_of(const ObjectId&) const;
    bool contains(const ObjectId&) const;
    // An id of at least four digits, which may be abbreviated if it is the only one that begins so.
    Result<ObjectId> find_id(std::string_view digits) const;
    // What a tag leads to, or a commit's tree; what is of the kind already stays. not_found if it leads to none.
    Result<ObjectId> peel(const ObjectId&, Kind) const;

    // Whatever was written through this handle is on the disk when it returns. References are not moved without it.
    void sync_written() const;

    // For src/git.
    git_repository* raw() const { return raw_.get(); }

private:
    struct Close {
        void operator()(git_repository*) const;
    };
    Repository(git_repository* raw, std::string path);

    std::unique_ptr<WriteLog> written_; // outlives the handle, which writes into it
    std::unique_ptr<git_repository, Close> raw_;
    std::string path_;
};

} // namespace cairn::git
