// What people take with them in one file: archives, bundles, and blobs that are too large for memory. All of it is made
// by the git program while it is sent.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "git/child/child.hpp"
#include "git/objects/object_id.hpp"
#include "git/receive/stream.hpp"
#include "git/references/references.hpp"

namespace cairn::git {

// Something that can be made: what could be wrong with the question was looked at. No process runs for it until it is
// sent, so that who waits for his turn to send holds none.
class Export {
public:
    // The children must outlive it.
    Export(Children& children, Command command, std::string head, std::string input)
        : children_(&children), command_(std::move(command)), head_(std::move(head)), input_(std::move(input))
    {
    }

    // What makes it. `unavailable` when too many are being made.
    Result<Child> start() const { return children_->start(command_); }
    // Sends all of it. An error after the first byte means that the receiver has only a part.
    Result<> send(Child&, Sink&) const;
    Result<> send(Sink&) const;

private:
    Children* children_;
    Command command_;
    std::string head_;  // goes before what the child makes
    std::string input_; // what the child has to know
};

enum class ArchiveFormat : std::uint8_t { tar_gz, zip };

struct Archive {
    ArchiveFormat format;
    ObjectId commit;
    std::string prefix;               // the folder that all is in, without a slash
    std::vector<std::string> paths{}; // only these folders and files; empty: all
    std::chrono::seconds time_limit{1800};
};

// Honors export-ignore and export-subst. not_found if a path is not there.
Result<Export> prepare_archive(Children&, const std::string& repository, const Archive&);

// All of the commit's history, with the two heads HEAD and refs/heads/bundle at it.
Export prepare_bundle(Children&, const std::string& repository, const ObjectId& commit);

// All that these references lead to, with each of them as a head.
Export prepare_bundle(Children&, const std::string& repository, const std::vector<Reference>&);

// For blobs that read_blob() would be too much for.
Export prepare_blob(Children&, const std::string& repository, const ObjectId&);
// The first so many bytes of one.
Result<std::string> peek_blob(Children&, const std::string& repository, const ObjectId&, std::size_t most);

} // namespace cairn::git
