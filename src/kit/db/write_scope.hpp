// Which databases the calling thread is writing to: a write inside of a write could wait for its own locks.
#pragma once

#include <stdexcept>

namespace cairn::db {

class Database;

class WriteScope {
public:
    explicit WriteScope(const Database* database) : database_(database), outer_(innermost)
    {
        for (const WriteScope* scope = outer_; scope; scope = scope->outer_)
            if (scope->database_ == database) throw std::logic_error("a write inside of a write would wait for itself");
        innermost = this;
    }
    ~WriteScope() { innermost = outer_; }
    WriteScope(const WriteScope&) = delete;
    WriteScope& operator=(const WriteScope&) = delete;

private:
    const Database* database_;
    const WriteScope* outer_;
    static inline thread_local const WriteScope* innermost = nullptr;
};

} // namespace cairn::db
