// Threads that must not wait: a network thread that stands still holds up every connection that it has. What takes long
// (a write, a password, a program) says so before it begins, and is then not begun there; the request is taken to a
// worker and begins anew.
#pragma once

namespace cairn {

// Through everything that was under way on a thread that must not wait.
struct WouldBlock { };

// While one of these is there, its thread must not wait.
class MustNotBlock {
public:
    explicit MustNotBlock(bool hurry) : before_(hurries) { hurries = hurry; }
    MustNotBlock(const MustNotBlock&) = delete;
    MustNotBlock& operator=(const MustNotBlock&) = delete;
    ~MustNotBlock() { hurries = before_; }

    static bool here() { return hurries; }

private:
    static inline thread_local bool hurries = false;
    bool before_;
};

inline void before_blocking()
{
    if (MustNotBlock::here()) throw WouldBlock();
}

} // namespace cairn
