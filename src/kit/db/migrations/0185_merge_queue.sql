-- Pull requests that wait to get into a branch whose rule asks for a queue, the first by id. Each is merged on top of the
-- one before it: `commit_sha` is what the base branch will be at, made on top of `onto_sha`; both are empty until its turn
-- comes near. `announced`: those who check were told of it, and `checking_since` says when. `landing`: the base branch is
-- being moved (pull_landing), and nobody can take it out any more.
CREATE TABLE pull_queue (
    id IDENTITY_KEY,
    issue_id BIGINT NOT NULL UNIQUE REFERENCES issue (id) ON DELETE CASCADE,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    base_branch TEXT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    style TEXT NOT NULL,
    title TEXT NOT NULL,
    message TEXT NOT NULL,
    delete_branch BOOLEAN NOT NULL,
    head_sha TEXT NOT NULL,
    onto_sha TEXT NOT NULL DEFAULT '',
    commit_sha TEXT NOT NULL DEFAULT '',
    announced BOOLEAN NOT NULL DEFAULT FALSE,
    checking_since BIGINT NOT NULL DEFAULT 0,
    landing BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL
);
CREATE INDEX pull_queue_place ON pull_queue (repository_id, base_branch, id);
CREATE INDEX pull_queue_account ON pull_queue (account_id);
CREATE INDEX pull_queue_commit ON pull_queue (commit_sha);

ALTER TABLE branch_protection ADD COLUMN enable_merge_queue BOOLEAN NOT NULL DEFAULT FALSE;
