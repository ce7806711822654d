-- Repositories that are, or were, copied from elsewhere, and how far that has come.
CREATE TABLE migration (
    repository_id BIGINT PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
    doer_id BIGINT NOT NULL,
    service TEXT NOT NULL,
    clone_address TEXT NOT NULL,        -- without credentials
    credentials TEXT NOT NULL,          -- sealed
    wanted BIGINT NOT NULL,             -- a bit for each kind of thing besides the code
    mirror_interval BIGINT NOT NULL DEFAULT 0, -- of the mirror that it shall become, as in pull_mirror
    state TEXT NOT NULL,                -- waiting, running, done, failed, canceled
    stage TEXT NOT NULL DEFAULT '',     -- what is being copied
    done_count BIGINT NOT NULL DEFAULT 0,
    total_count BIGINT NOT NULL DEFAULT 0, -- 0: not known
    error TEXT NOT NULL DEFAULT '',
    due_at BIGINT NOT NULL DEFAULT 0,   -- both as in pull_mirror
    lease_until BIGINT NOT NULL DEFAULT 0,
    canceled BOOLEAN NOT NULL DEFAULT FALSE, -- somebody has asked for it
    attempts BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX migration_due ON migration (due_at) WHERE due_at > 0;
CREATE INDEX migration_doer ON migration (doer_id) WHERE due_at > 0;
