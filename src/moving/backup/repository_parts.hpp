// A repository's folder as parts, copied while people push to it and maintenance packs it. Its references are read
// first, and then every object that is there, so that whatever they lead to is among them, and whatever the database
// named when the snapshot was taken: objects that nothing leads to any more stay for weeks (git/store/maintenance.hpp).
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "backup/manifest.hpp"
#include "backup/parts.hpp"
#include "git/store/store.hpp"

namespace cairn::backup {

// The files of older backups, by their names: what has the same name, size and time is not read again.
using KnownFiles = std::unordered_map<std::string, Line>;

// The name by which a file of a repository is known.
std::string known_name(std::string_view key, std::string_view file);

// Tells the lines of it; false: the folder is not there.
bool write_repository(const std::string& folder, const std::string& key, PartWriter&, const KnownFiles&,
                      const std::function<void(const Line&)>& tell);

// Makes repositories from the lines that follow theirs. Each is made aside, and is there with one rename.
class RepositoryReader {
public:
    RepositoryReader(std::string root, const PartReader&);
    ~RepositoryReader();
    RepositoryReader(const RepositoryReader&) = delete;
    RepositoryReader& operator=(const RepositoryReader&) = delete;

    // Lines of repositories, in their order. One that is there already is left as it is. Throws Damaged, and
    // std::system_error where the disk fails.
    Result<> take(const Line&);
    // After the last one.
    void finish();

    std::int64_t count() const { return count_; }

private:
    void end_one();
    Result<std::string> place_of(const std::string& name) const;
    static void write(const std::string& path, const storage::Source&);

    const std::string root_;
    const git::Store store_;
    const PartReader& parts_;
    std::string target_; // of the one that is being made; empty: none, or it is there
    std::string draft_;
    std::int64_t count_ = 0;
};

} // namespace cairn::backup
