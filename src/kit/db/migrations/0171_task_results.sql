-- What became of the last run of a task of upkeep: when it ended, how long it took, and why it failed. 0: it never ended.
ALTER TABLE upkeep_task ADD COLUMN ended_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE upkeep_task ADD COLUMN took_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE upkeep_task ADD COLUMN last_error TEXT NOT NULL DEFAULT '';
