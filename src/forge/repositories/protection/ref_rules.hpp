// May somebody make, move or delete this branch or tag? Asked by everything that changes references: pushes, the
// contents, branch and tag operations. (A merge of a pull request asks may_merge() and the rule itself: it has more to
// weigh than these rules know.)
//
//     const auto rules = RefRules::load(db, repository, pusher);
//     TRY(rules.check(change_of(git, {"refs/heads/main", before, after}, verifies)));
#pragma once

#include <functional>
#include <set>

#include "access/repositories.hpp"
#include "base/result.hpp"
#include "git/references/references.hpp"
#include "repositories/protection/protection.hpp"
#include "repositories/repository.hpp"

namespace cairn::repositories {

// Whoever wants to change references.
struct Pusher {
    std::int64_t account_id = 0;
    access::Access access{};
    bool deploy_key = false;   // a key that opens this repository and no account; `access` is what it opens
    std::int64_t token_id = 0; // of a token that is limited: a task's has no part in lists of people

    static Pusher of(const access::Viewer& viewer, const access::Access& access)
    {
        return {.account_id = viewer.id, .access = access, .token_id = viewer.token_id};
    }
    static Pusher of_deploy_key(bool read_only, const StoredRepository& repository)
    {
        return {.access = {access::Levels::everywhere(read_only ? access::Level::read : access::Level::write),
                           repository.enabled()},
                .deploy_key = true};
    }
};

// What shall be done to a reference. What costs a look at git is a question, asked only where a rule depends on it.
struct RefChange {
    enum class Act : std::uint8_t { create, advance, force, remove };

    std::string name; // whole: refs/heads/main
    Act act = Act::advance;
    // The paths that differ from what was there; of a new branch, from where it leaves the default branch.
    std::function<Result<std::vector<std::string>>()> changed_files{};
    // Whether each commit that comes in is signed by somebody known. Without an answer none is.
    std::function<Result<bool>()> all_signed{};
};

// Whether a commit's signature is good.
using Verifier = std::function<Result<bool>(const git::ObjectId& commit)>;

// Whether all commits of `after` that `before` (if not zero) has not are verified. False without a verifier.
Result<bool> all_verify(const git::Repository&, const git::ObjectId& before, const git::ObjectId& after,
                        const Verifier&);

// The change that an update would be. The handle must live as long; it may see objects that are still in quarantine.
Result<RefChange> change_of(const git::Repository&, const git::RefUpdate&, std::string_view default_branch,
                            Verifier = {});

class RefRules {
public:
    enum class Part : std::uint8_t { all, branches };

    // What is in force in a repository, and on which of its lists the pusher is.
    static RefRules load(db::Queries&, const StoredRepository&, const Pusher&, Part = Part::all);

    // Errc::locked in an archived repository, Errc::forbidden for every other refusal, with words for the person.
    Result<void> check(const RefChange&) const;

    // The same for a commit that the server is about to make on a branch, as far as it can be said before the commit is
    // there: nobody has signed it, and which files it changes is not known.
    Result<void> check_ahead(std::string_view branch) const;

    // The rule that a branch falls under; null when it is free.
    const StoredBranchProtection* rule_for(std::string_view branch) const;

    // Whether the pusher may push to a branch that falls under the rule (null: under none), not by force.
    bool may_push(const StoredBranchProtection*) const;
    bool may_force_push(const StoredBranchProtection*) const;
    bool may_merge(const StoredBranchProtection*) const;
    // Whether the rule's other demands on a merge do not hold for the pusher.
    bool bypasses(const StoredBranchProtection&) const;
    bool is_on(const StoredBranchProtection&, RuleList) const;

    // Whether the pusher may make, move or delete the tag.
    bool may_control_tag(std::string_view tag) const;

private:
    struct Rule {
        StoredBranchProtection stored;
        BranchPattern pattern;
    };
    struct TagRule {
        std::string name_pattern;
        bool listed = false;
    };

    Result<void> check_branch(std::string_view branch, const RefChange&) const;
    Result<void> check_protected(const StoredBranchProtection&, std::string_view branch, const RefChange&) const;

    std::string default_branch_;
    bool archived_ = false;
    bool mirror_ = false;
    Pusher pusher_{};
    std::vector<Rule> rules_;
    std::vector<TagRule> tag_rules_;
    std::set<std::pair<std::int64_t, RuleList>> standing_; // rules, and lists of them that the pusher is on
};

} // namespace cairn::repositories
