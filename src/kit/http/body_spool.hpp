// Private to src/http: a body beyond its first piece while it is received whole. It stays in memory while it is small
// and there is room for it; a larger one goes to a file that has no name, and is mapped when it is complete.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/body_budget.hpp"
#include "http/request_parser.hpp"

namespace cairn::http {

// A file in the folder that has no name and goes with its descriptor; -1 and errno: it cannot be made.
int open_nameless_file(const std::string& folder);

// Belongs to one connection. What it has taken of the budget it gives back when it goes.
class BodySpool {
public:
    // The most that stays in memory.
    static constexpr std::size_t kept = 1 << 20;

    BodySpool(BodyBudget& budget, std::uint64_t client, const std::string& folder)
        : budget_(budget), client_(client), folder_(folder)
    {
    }
    ~BodySpool();
    BodySpool(const BodySpool&) = delete;
    BodySpool& operator=(const BodySpool&) = delete;

    // `body` has grown: room is taken for what is new in it.
    std::optional<Refusal> grown(const std::string& body);
    // Whether `body` has to be written before it grows any further.
    bool is_due(const std::string& body) const;

    // Moves `body` to the end of the file. Waits for the disk: on a worker.
    std::optional<Refusal> write(std::string& body);
    bool is_file() const { return descriptor_ >= 0; }
    // All that was written, until this goes. Nothing: it cannot be mapped.
    std::optional<std::string_view> map();

private:
    BodyBudget& budget_;
    const std::uint64_t client_;
    const std::string& folder_;
    std::uint64_t taken_ = 0;
    std::uint64_t memory_ = 0;
    std::uint64_t written_ = 0;
    bool tight_ = false; // there is no more memory for bodies
    int descriptor_ = -1;
    void* mapped_ = nullptr;
};

} // namespace cairn::http
