// The answer cache: whole answers to the same question of the same caller, in one commit state of the database.
//
// Promises: find() gives the bytes that were sent for the same key in the very same state. Who asks was authenticated
// and let in by the scope before; the guard is a part of what was answered.
// Ownership: it belongs to the database. The body of an answer is shared between the cache and those who send it.
// Threads: any may call anything.
#pragma once

#include <string>

#include "api/caller.hpp"
#include "cache/by_state.hpp"
#include "http/message.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::api {

// All that an answer depends on, beside the database. The settings that hold are known by where they are, because no
// others are ever there: that a node has read new ones a moment after the database had them changes no state.
struct AnswerKey {
    CallerKey caller;
    const config::Settings* settings = nullptr;
    std::string target; // the path and the query, as they were sent

    bool operator==(const AnswerKey&) const = default;

    struct Hash {
        std::size_t operator()(const AnswerKey&) const;
    };
};

class AnswerCache {
public:
    // Nothing: the question is too long to be kept.
    static std::optional<AnswerKey> key_of(const Caller&, const config::Settings&, const http::Request&);

    // Nothing where it is not known what the answer is in this state.
    std::optional<http::Response> find(const AnswerKey& key, const db::CommitState& state)
    {
        return answers_.find(key, state);
    }
    // An answer of which nothing was read before this state was seen. Its body is shared from now on.
    void keep(AnswerKey, const db::CommitState&, http::Response&);

private:
    cache::ByState<AnswerKey, http::Response> answers_{8 << 20}; // bytes
};

// Status, headers and body, for comparing.
std::string text_of(const http::Response&);

} // namespace cairn::api
