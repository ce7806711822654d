-- Workflows and what comes of them. A run is a workflow file at a commit, started by an event; each attempt at it has
-- its own jobs; a job is done as a task, by one runner.

-- What was switched off by hand. All else about workflows is in the repository.
CREATE TABLE disabled_workflow (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    file TEXT NOT NULL, -- its name is its id
    PRIMARY KEY (repository_id, file)
);

-- The branches that have workflows: where there is none, nothing that happens has to be told.
CREATE TABLE workflow_branch (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hears_of_runs BOOLEAN NOT NULL, -- it is the default one, and has a workflow that others start when they run
    PRIMARY KEY (repository_id, name)
);

-- The times at which workflows of default branches are due.
CREATE TABLE workflow_schedule (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    file TEXT NOT NULL,
    spec TEXT NOT NULL,      -- a line of cron
    actor_id BIGINT NOT NULL, -- who has brought it to the branch
    due_at BIGINT NOT NULL
);
CREATE INDEX workflow_schedule_due ON workflow_schedule (due_at);
CREATE INDEX workflow_schedule_repository ON workflow_schedule (repository_id);

-- What has happened and may start runs, in the order in which it did. It is written with its cause and read in the
-- background, because workflows are read from the repository.
CREATE TABLE workflow_event (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    event TEXT NOT NULL,             -- as hooks know it exactly (issue_label); a push; look: only see what is there
    actor_id BIGINT NOT NULL,        -- 0: nobody whom we know
    ref TEXT NOT NULL DEFAULT '',    -- all three of a push
    before_id TEXT NOT NULL DEFAULT '',
    after_id TEXT NOT NULL DEFAULT '',
    payload TEXT NOT NULL DEFAULT '', -- what hooks are told
    due_at BIGINT NOT NULL,          -- not before; while one reads it, nobody else before that
    attempts BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX workflow_event_due ON workflow_event (due_at);
CREATE INDEX workflow_event_repository ON workflow_event (repository_id);

CREATE TABLE action_run (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,              -- counted from 1 in each repository
    file TEXT NOT NULL,                  -- the workflow's id
    folder TEXT NOT NULL,                -- where it was found: .github/workflows
    workflow_name TEXT NOT NULL,         -- as the file calls itself, or the file's name
    title TEXT NOT NULL,
    event TEXT NOT NULL,                 -- as workflows name it: push, pull_request_target
    ref TEXT NOT NULL,                   -- whole
    head_sha TEXT NOT NULL,
    actor_id BIGINT NOT NULL,            -- who has caused it
    pull_id BIGINT NOT NULL DEFAULT 0,   -- the issue's id of the pull request that it is about
    is_fork BOOLEAN NOT NULL DEFAULT FALSE, -- what runs was written elsewhere: it gets no secrets
    needs_approval BOOLEAN NOT NULL DEFAULT FALSE,
    approver_id BIGINT NOT NULL DEFAULT 0,
    concurrency_group TEXT NOT NULL DEFAULT '',
    payload TEXT NOT NULL,               -- of the event
    attempt BIGINT NOT NULL DEFAULT 1,   -- the newest
    status TEXT NOT NULL,                -- the newest attempt's: blocked, waiting, running, cancelling, success, ...
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    started_at BIGINT NOT NULL DEFAULT 0,
    stopped_at BIGINT NOT NULL DEFAULT 0,
    UNIQUE (repository_id, number)
);
CREATE INDEX action_run_file ON action_run (repository_id, file);
CREATE INDEX action_run_sha ON action_run (repository_id, head_sha);
CREATE INDEX action_run_actor ON action_run (actor_id);
CREATE INDEX action_run_open ON action_run (repository_id, concurrency_group)
    WHERE status IN ('blocked', 'waiting', 'running', 'cancelling');

-- The last number that was given in each repository: what was deleted does not give its number back.
CREATE TABLE action_run_count (
    repository_id BIGINT NOT NULL PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
    number BIGINT NOT NULL
);

CREATE TABLE action_attempt (
    run_id BIGINT NOT NULL REFERENCES action_run (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    actor_id BIGINT NOT NULL, -- who wanted it
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    started_at BIGINT NOT NULL DEFAULT 0,
    stopped_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (run_id, number)
);

CREATE TABLE action_job (
    id IDENTITY_KEY,
    run_id BIGINT NOT NULL REFERENCES action_run (id) ON DELETE CASCADE,
    repository_id BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    key TEXT NOT NULL,        -- as the file calls it; the same for all of a matrix
    name TEXT NOT NULL,
    needs TEXT NOT NULL,      -- JSON: the keys that it waits for
    labels TEXT NOT NULL,     -- JSON: what a runner must have
    condition TEXT NOT NULL,  -- its `if`
    tolerated BOOLEAN NOT NULL DEFAULT FALSE, -- the run does not fail with it
    payload TEXT NOT NULL,    -- the workflow with this one job, as YAML
    status TEXT NOT NULL,
    task_id BIGINT NOT NULL DEFAULT 0, -- the one that does it; 0: none yet
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    started_at BIGINT NOT NULL DEFAULT 0,
    stopped_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX action_job_run ON action_job (run_id, attempt);
CREATE INDEX action_job_repository ON action_job (repository_id);
CREATE INDEX action_job_waiting ON action_job (id) WHERE status = 'waiting';

CREATE TABLE action_job_label (
    job_id BIGINT NOT NULL REFERENCES action_job (id) ON DELETE CASCADE,
    label TEXT NOT NULL, -- in lower case
    PRIMARY KEY (job_id, label)
);

CREATE TABLE action_output (
    job_id BIGINT NOT NULL REFERENCES action_job (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (job_id, name)
);

CREATE TABLE action_task (
    id IDENTITY_KEY,
    job_id BIGINT NOT NULL REFERENCES action_job (id) ON DELETE CASCADE,
    repository_id BIGINT NOT NULL,
    runner_id BIGINT NOT NULL,
    runner_name TEXT NOT NULL, -- which stays when the runner is gone
    status TEXT NOT NULL,      -- running, cancelling, or what became of it
    log_rows BIGINT NOT NULL DEFAULT 0,
    log_size BIGINT NOT NULL DEFAULT 0,
    log_kept BOOLEAN NOT NULL DEFAULT FALSE, -- in the storage as a whole; otherwise in pieces
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL, -- when the runner was last heard of
    started_at BIGINT NOT NULL,
    stopped_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX action_task_job ON action_task (job_id);
CREATE INDEX action_task_repository ON action_task (repository_id);
CREATE INDEX action_task_runner ON action_task (runner_id) WHERE status IN ('running', 'cancelling');
CREATE INDEX action_task_open ON action_task (updated_at) WHERE status IN ('running', 'cancelling');

CREATE TABLE action_step (
    task_id BIGINT NOT NULL REFERENCES action_task (id) ON DELETE CASCADE,
    number BIGINT NOT NULL, -- from 0
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    started_at BIGINT NOT NULL DEFAULT 0,
    stopped_at BIGINT NOT NULL DEFAULT 0,
    log_index BIGINT NOT NULL DEFAULT 0,
    log_length BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (task_id, number)
);

-- Logs as they come. Once nothing more comes, they go to the storage and these rows are gone.
CREATE TABLE action_log_piece (
    task_id BIGINT NOT NULL REFERENCES action_task (id) ON DELETE CASCADE,
    first_row BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (task_id, first_row)
);

-- Files of logs that nothing refers to any more.
CREATE TABLE unused_action_log (
    task_id BIGINT NOT NULL PRIMARY KEY
);

-- What there is already was pushed before anybody looked.
INSERT INTO workflow_event (repository_id, event, actor_id, ref, after_id, due_at)
    SELECT repository_id, 'look', 0, 'refs/heads/' || name, commit_id, 0 FROM branch;
