-- Repositories that follow one elsewhere, and repositories elsewhere that follow one of ours.
CREATE TABLE pull_mirror (
    repository_id BIGINT PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
    remote_address TEXT NOT NULL,       -- without credentials
    credentials TEXT NOT NULL,          -- sealed
    wiki BOOLEAN NOT NULL,              -- its wiki follows too
    prune BOOLEAN NOT NULL DEFAULT TRUE, -- what is gone there goes here
    interval_seconds BIGINT NOT NULL,   -- 0: only when asked
    updated_at BIGINT NOT NULL,         -- when something had changed there
    synced_at BIGINT NOT NULL,          -- when it was last looked for
    next_at BIGINT NOT NULL,            -- when the schedule takes it up; 0: never
    due_at BIGINT NOT NULL DEFAULT 0,   -- not 0: somebody has to do it, from then on
    lease_until BIGINT NOT NULL DEFAULT 0, -- somebody is at it
    last_error TEXT NOT NULL DEFAULT ''
);
CREATE INDEX pull_mirror_next ON pull_mirror (next_at) WHERE next_at > 0;
CREATE INDEX pull_mirror_due ON pull_mirror (due_at) WHERE due_at > 0;

CREATE TABLE push_mirror (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    remote_name TEXT NOT NULL,
    remote_address TEXT NOT NULL,
    credentials TEXT NOT NULL,
    interval_seconds BIGINT NOT NULL,   -- 0: only when asked, or after pushes
    sync_on_commit BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL DEFAULT 0,
    next_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL DEFAULT 0,
    lease_until BIGINT NOT NULL DEFAULT 0,
    last_error TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX push_mirror_name ON push_mirror (repository_id, remote_name);
CREATE INDEX push_mirror_next ON push_mirror (next_at) WHERE next_at > 0;
CREATE INDEX push_mirror_due ON push_mirror (due_at) WHERE due_at > 0;
