// Private to src/git: where the objects of a push are until it is decided. Whatever goes wrong, they vanish with it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "git/child/child.hpp"
#include "git/objects/object_id.hpp"

namespace cairn::git {

// Belongs to one push and the thread that serves it. Owns its folder, and removes what is in it when it ends.
class Quarantine {
public:
    // The name that git gives to such folders, so that its own prune knows what a crash has left.
    static constexpr std::string_view prefix = "tmp_objdir-incoming-";

    // Of the repository at `path`.
    explicit Quarantine(std::string path);
    ~Quarantine();
    Quarantine(const Quarantine&) = delete;
    Quarantine& operator=(const Quarantine&) = delete;

    // The folder of objects, for Repository::also_look_in().
    const std::string& objects() const { return folder_; }

    struct Limits {
        std::uint64_t largest_pack = 0; // bytes; 0: any
        std::chrono::seconds time{3600};
        std::uint64_t memory = 768U << 20U; // as of PushLimits
        std::uint64_t largest_object = 256U << 20U;
    };

    // Takes the pack that comes next from the input: indexes it, completes it, checks every object in it. What it says
    // meanwhile goes to the ears. unprocessable, with words for people, if it is not a good pack.
    Result<> take_pack(Children&, Input&, const Limits&, const Child::Ears&);

    // Whether everything that these objects lead to is here or in the repository. unprocessable otherwise.
    Result<> check_connected(Children&, std::span<const ObjectId> tips, const Limits&) const;

    // Moves the objects into the repository, for good. A repack that runs meanwhile keeps them, until this object ends:
    // by then references lead to them.
    void move_in();

private:
    std::vector<std::string> environment() const;
    Result<> unpack(Children&, Input&, const Limits&, const Child::Ears&);
    Result<> index(Children&, Input&, const Limits&, Child::Ears);
    Result<> run(Children&, std::vector<std::string> arguments, Input&, const Limits&, const Child::Ears&) const;
    void move_objects();
    void move_pack();

    std::string path_;
    std::string folder_;
    std::uint32_t objects_ = 0; // how many the pack says that it has
    std::string pack_;          // its name, "pack-…", without an ending; empty: each object is a file
    bool kept_ = false;
};

} // namespace cairn::git
