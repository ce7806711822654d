#include "git/receive/receive_pack.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "base/log.hpp"
#include "git/objects/merge.hpp"
#include "git/receive/pkt_line.hpp"
#include "git/receive/push_report.hpp"
#include "git/receive/quarantine.hpp"
#include "git/receive/readable.hpp"
#include "git/references/ref_name.hpp"

namespace cairn::git {

namespace {

constexpr std::string_view proposals = "refs/for/";
// Written by the server only.
constexpr std::string_view reserved[] = {"refs/pull/", "refs/internal/"};

bool is_taken(const std::string& name, std::span<const std::string> taken)
{
    return !is_never_received(name)
        && std::ranges::any_of(taken, [&](const std::string& prefix) { return name.starts_with(prefix); });
}

// What can be said of a reference without its objects.
std::string first_objection(const PushedReference& reference, std::span<const std::string> taken)
{
    if (!is_ref_name(reference.name)) return "funny refname";
    if (std::ranges::any_of(reserved, [&](auto prefix) { return reference.name.starts_with(prefix); }))
        return "deny updating a hidden ref";
    if (reference.proposed && reference.is_deletion()) return "a proposal cannot be deleted";
    // What is there from before may go.
    if (!reference.is_deletion() && !is_taken(reference.name, taken)) return "this site takes no such reference";
    return {};
}

class PushSession {
public:
    PushSession(Children& children, const std::string& path, const PushRequest& request, Sink& sink, PushRules& rules,
                const PushLimits& limits)
        : children_(children), path_(path), request_(request), band_(sink, request.side_band), rules_(rules),
          taken_(limits.taken), largest_commit_(limits.largest_commit), limits_{.largest_pack = limits.largest_pack,
                                                                                .time = limits.time,
                                                                                .memory = limits.memory,
                                                                                .largest_object = limits.largest_object}
    {
        push_.options = request.options;
        push_.atomic = request.atomic;
        push_.tell = [this](std::string_view words) { band_.tell(words); };
    }

    Result<> run(Input& input)
    {
        auto repository = Repository::open(path_);
        if (!repository) return std::unexpected(std::move(repository).error());
        Quarantine quarantine(path_);
        name_references(*repository);
        if (auto unpacked = unpack(*repository, quarantine, input); !unpacked) {
            for (auto& reference : push_.references)
                refuse(reference, request_.shallow ? "shallow update not allowed" : "unpacker error");
            report(unpacked.error().message);
            return {};
        }
        judge(*repository, quarantine);
        if (std::ranges::any_of(push_.references, is_wanted)) {
            quarantine.move_in();
            // The handle looks for the objects where they were.
            repository = Repository::open(path_);
            if (!repository) return std::unexpected(std::move(repository).error());
            update(*repository);
        }
        rules_.done(*repository, push_);
        report("ok");
        return {};
    }

private:
    static bool is_wanted(const PushedReference& reference) { return reference.refusal.empty(); }

    static void refuse(PushedReference& reference, std::string_view words)
    {
        if (reference.refusal.empty()) reference.refusal = words;
    }

    void name_references(const Repository& repository)
    {
        std::map<std::string_view, int> times;
        for (const auto& command : request_.commands) ++times[command.name];
        for (const auto& command : request_.commands) {
            PushedReference reference{.name = command.name, .before = command.before, .after = command.after};
            reference.proposed = reference.name.starts_with(proposals);
            reference.refusal = first_objection(reference, taken_);
            if (times[command.name] > 1) refuse(reference, "multiple updates for ref");
            // Deleting what is not there is no error in git: whoever does it has what he wants.
            if (reference.is_deletion() && !reference.before.is_zero() && reference.refusal.empty()
                && !find_reference(repository, reference.name))
                reference.before = {};
            push_.references.push_back(std::move(reference));
        }
    }

    Result<> unpack(Repository& repository, Quarantine& quarantine, Input& input)
    {
        if (!request_.has_pack()) return {};
        Child::Ears ears{.silence = [this] { band_.keep_alive(); }};
        if (request_.side_band && !request_.quiet) ears.error = [this](std::string_view words) { band_.tell(words); };
        TRY(quarantine.take_pack(children_, input, limits_, ears));
        TRY(repository.also_look_in(quarantine.objects()));
        return check_readable(repository, quarantine.objects(), largest_commit_);
    }

    void judge(const Repository& repository, const Quarantine& quarantine)
    {
        for (auto& reference : push_.references) look_at(repository, reference);
        check_connected(quarantine);
        rules_.decide(repository, push_);
        if (!push_.atomic || std::ranges::all_of(push_.references, is_wanted)) return;
        for (auto& reference : push_.references) refuse(reference, "atomic push failure");
    }

    void look_at(const Repository& repository, PushedReference& reference)
    {
        if (!reference.refusal.empty() || reference.is_deletion()) return;
        const auto kind = repository.kind_of(reference.after);
        if (!kind) return refuse(reference, "missing necessary objects");
        const bool is_branch = reference.name.starts_with(heads);
        if ((is_branch || reference.proposed) && *kind != Kind::commit)
            return refuse(reference, "a branch can only be at a commit");
        if (!is_branch || reference.before.is_zero()) return;
        reference.forced = !repository.contains(reference.before)
            || !descends_from(repository, reference.after, reference.before).value_or(false);
    }

    // One question for all. Only if the answer is no is it asked for each, so that one bad branch does not fail the
    // others.
    void check_connected(const Quarantine& quarantine)
    {
        std::vector<ObjectId> tips;
        for (const auto& reference : push_.references)
            if (reference.refusal.empty() && !reference.is_deletion()) tips.push_back(reference.after);
        const auto all = quarantine.check_connected(children_, tips, limits_);
        if (all) return;
        constexpr std::size_t most_asked_alone = 16;                   // each is a child
        const bool is_known = all.error().code == Errc::unprocessable; // otherwise there was nobody to ask
        for (auto& reference : push_.references)
            if (reference.refusal.empty() && !reference.is_deletion()
                && (!is_known || tips.size() == 1 || tips.size() > most_asked_alone
                    || !quarantine.check_connected(children_, {&reference.after, 1}, limits_)))
                refuse(reference,
                       !is_known              ? all.error().message
                           : request_.shallow ? "shallow update not allowed"
                                              : "missing necessary objects");
    }

    void update(const Repository& repository)
    {
        std::vector<RefUpdate> updates;
        std::vector<PushedReference*> updated;
        for (auto& reference : push_.references) {
            if (!reference.refusal.empty() || reference.proposed) continue;
            updates.push_back({.name = reference.name, .before = reference.before, .after = reference.after});
            updated.push_back(&reference);
        }
        // Mostly nobody interferes, and one step for all is the cheapest. If somebody does, only an atomic push fails
        // whole.
        auto done = update_references(repository, updates);
        if (done) return;
        for (std::size_t i = 0; i < updates.size(); ++i) {
            if (push_.atomic) refuse(*updated[i], "atomic transaction failed: " + done.error().message);
            else if (auto alone = update_reference(repository, updates[i]); !alone)
                refuse(*updated[i], alone.error().message);
        }
    }

    void report(const std::string& unpacked)
    {
        if (request_.report_status) band_.data(push_report(unpacked, push_.references, request_.report_status_v2));
        band_.end();
    }

    Children& children_;
    const std::string& path_;
    const PushRequest& request_;
    SideBand band_;
    PushRules& rules_;
    const std::vector<std::string>& taken_;
    const std::uint64_t largest_commit_;
    const Quarantine::Limits limits_;
    Push push_;
};

// What a client has still to send is taken from it, so that it comes to read the answer; but not without end.
void drain(Input& input)
{
    constexpr std::uint64_t most = 4ULL << 30U;
    if (input.descriptor() >= 0) return;
    for (std::uint64_t bytes = 0; !input.ended() && bytes < most; input.fill()) {
        bytes += input.view().size();
        input.consume(input.view().size());
    }
}

} // namespace

Result<> receive_push(Children& children, const std::string& path, const PushRequest& request, Input& input, Sink& sink,
                      PushRules& rules, const PushLimits& limits)
{
    if (request.commands.empty()) return {};
    TRY(PushSession(children, path, request, sink, rules, limits).run(input));
    drain(input);
    return {};
}

} // namespace cairn::git
