-- Jobs that have a group of their own, and matrices of which only some run at once or which end with the first failure.
ALTER TABLE action_job ADD COLUMN concurrency_group TEXT NOT NULL DEFAULT '';
ALTER TABLE action_job ADD COLUMN cancels_group BOOLEAN NOT NULL DEFAULT FALSE; -- those of its group that are at work
ALTER TABLE action_job ADD COLUMN held BOOLEAN NOT NULL DEFAULT FALSE; -- it waits for its turn in its group
ALTER TABLE action_job ADD COLUMN fail_fast BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE action_job ADD COLUMN max_parallel BIGINT NOT NULL DEFAULT 0; -- 0: any number
CREATE INDEX action_job_group ON action_job (repository_id, concurrency_group)
    WHERE concurrency_group <> '' AND status IN ('blocked', 'waiting', 'running', 'cancelling');

-- The newest run of a workflow for a branch, for its badge.
CREATE INDEX action_run_latest ON action_run (repository_id, file, ref, id);
