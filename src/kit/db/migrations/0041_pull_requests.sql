-- What makes an issue a pull request: which commits shall go where, and what is known of them. The numbers that lists
-- show are kept here, so that a list needs no look at git. merge_base and the numbers are those of head_sha against the
-- base branch as it was at base_sha, and so is what was found out about conflicts; when either side has moved on, all
-- of it is found out anew. Of one that was merged they stay what they were.
-- The head is kept in the base repository as refs/pull/NUMBER/head, so it outlives its branch and its fork. One that
-- came by a push to refs/for/... has no branch: head_branch is its topic.
CREATE TABLE pull_request (
    issue_id BIGINT PRIMARY KEY REFERENCES issue (id) ON DELETE CASCADE,
    repository_id BIGINT NOT NULL,
    head_repository_id BIGINT REFERENCES repository (id) ON DELETE SET NULL,
    head_branch TEXT NOT NULL,
    by_push BOOLEAN NOT NULL DEFAULT FALSE,
    base_branch TEXT NOT NULL,
    head_sha TEXT NOT NULL,
    base_sha TEXT NOT NULL,
    merge_base TEXT NOT NULL,
    commit_count BIGINT NOT NULL DEFAULT 0,
    changed_files BIGINT NOT NULL DEFAULT 0,
    additions BIGINT NOT NULL DEFAULT 0,
    deletions BIGINT NOT NULL DEFAULT 0,
    conflict BOOLEAN NOT NULL DEFAULT FALSE,
    allow_maintainer_edit BOOLEAN NOT NULL DEFAULT FALSE,
    review_comment_count BIGINT NOT NULL DEFAULT 0,
    merger_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    merge_commit TEXT NOT NULL DEFAULT ''
);
CREATE INDEX pull_request_head ON pull_request (head_repository_id, head_branch);
CREATE INDEX pull_request_base ON pull_request (repository_id, base_branch, issue_id);
CREATE INDEX pull_request_merger ON pull_request (merger_id) WHERE merger_id IS NOT NULL;
CREATE INDEX pull_request_merged_as ON pull_request (repository_id, merge_commit) WHERE merge_commit <> '';

-- Branches that were moved and that pull requests lead from or to: for the bookkeeper, who looks at those.
CREATE TABLE outdated_pulls (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    branch TEXT NOT NULL,
    due_at BIGINT NOT NULL,
    PRIMARY KEY (repository_id, branch)
);
CREATE INDEX outdated_pulls_due ON outdated_pulls (due_at);

-- A merge under way: written before the base branch is moved to `commit_sha`, gone with the transaction that marks the
-- pull request as merged. Whoever dies in between leaves the row, which tells the next one how far it came.
CREATE TABLE pull_landing (
    issue_id BIGINT PRIMARY KEY REFERENCES issue (id) ON DELETE CASCADE,
    merger_id BIGINT NOT NULL,
    base_branch TEXT NOT NULL,
    commit_sha TEXT NOT NULL,
    started_at BIGINT NOT NULL
);

-- A merge that waits for checks and approvals. `due`: something has happened that may be what it waits for.
CREATE TABLE pull_schedule (
    issue_id BIGINT PRIMARY KEY REFERENCES issue (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    style TEXT NOT NULL,
    title TEXT NOT NULL,
    message TEXT NOT NULL,
    delete_branch BOOLEAN NOT NULL,
    due BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX pull_schedule_due ON pull_schedule (created_at) WHERE due;
CREATE INDEX pull_schedule_account ON pull_schedule (account_id);
