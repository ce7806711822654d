// What has happened, as workflows see it: which event it is to them, at which commit they are read, who has caused it.
#pragma once

#include "actions/trigger.hpp"
#include "actions/workflow_files.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::actions {

// A row of workflow_event.
struct StoredEvent {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::string event;
    std::int64_t actor_id = 0;
    std::string ref;
    std::string before_id;
    std::string after_id;
    std::string payload;
    std::int64_t attempts = 0;

    bool is_push() const { return event == "push"; }
    bool deletes() const { return after_id.find_first_not_of('0') == after_id.npos; }
    bool creates() const { return before_id.find_first_not_of('0') == before_id.npos; }
};
BOOST_DESCRIBE_STRUCT(StoredEvent, (),
                      (id, repository_id, event, actor_id, ref, before_id, after_id, payload, attempts))

// Where it happened.
struct EventContext {
    const api::Site& site;
    const RepositoryContext& place;
    const git::Repository& repository;
};

struct TriggerContext {
    Happening happening{};
    git::ObjectId commit{}; // where the workflows are read
    std::string ref{};      // of the run
    std::string title{};    // empty: what the commit says
    std::int64_t actor_id = 0;
    std::int64_t pull_id = 0;
    std::string head_ref{};
    std::string base_ref{};
    bool is_fork = false;
    bool may_skip = false;   // the commit's message can say that nothing shall run
    std::string only_file{}; // of a schedule: just this one
    std::string payload{};   // empty: that of a push, which is put together only where it is needed
};

// Nothing for what means nothing to workflows.
std::vector<TriggerContext> trigger_contexts_of(const EventContext&, const StoredEvent&);

// What hooks are told of a push; also of a reference that was made or deleted.
std::string push_payload(const EventContext&, const StoredEvent&, std::string_view event);

// Whether somebody's workflow from a fork has to be looked at first.
bool needs_approval(db::Queries&, const RepositoryContext&, const TriggerContext&);

} // namespace cairn::actions
