-- Jobs: work that follows from what was committed and that nobody should wait for. A row is written in the transaction
-- of its cause and deleted when it is done; whoever runs it holds a lease, which runs out if it is not renewed.
CREATE TABLE job (
    id IDENTITY_KEY,
    kind TEXT NOT NULL,
    owner TEXT NOT NULL DEFAULT '',       -- among whom the kind's share is divided fairly
    key TEXT NOT NULL DEFAULT '',         -- those of one key run one after the other; '': it has no key
    payload TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL,                  -- arrived, ready, behind (another of its key), delayed, running, failed
    turn BIGINT NOT NULL DEFAULT 0,       -- how many of its owner were ready before it
    due_at BIGINT NOT NULL,               -- of a delayed one: not before; of a running one: the end of the lease
    leases BIGINT NOT NULL DEFAULT 0,     -- how often it was taken: who has taken it last may say how it ended
    attempts BIGINT NOT NULL DEFAULT 0,   -- with the one under way
    last_error TEXT NOT NULL DEFAULT '',
    created_at BIGINT NOT NULL
);
CREATE INDEX job_key ON job (kind, owner, key, id);
CREATE INDEX job_running ON job (kind, owner) WHERE state = 'running';
CREATE INDEX job_arrived ON job (id) WHERE state = 'arrived';
CREATE INDEX job_ready ON job (kind, turn, id) WHERE state = 'ready';
CREATE INDEX job_due ON job (due_at) WHERE state IN ('delayed', 'running');
CREATE INDEX job_failed ON job (due_at) WHERE state = 'failed';
