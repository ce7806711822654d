-- A task has a token of its own: one of whoever caused its run, as long as the task lasts. And where a token is limited
-- to repositories, how far its rights may go there at most, in every unit alike: as access/levels.hpp stores levels; -1
-- is as far as those of its account.
ALTER TABLE access_token ADD COLUMN task_id BIGINT;
CREATE INDEX access_token_task ON access_token (task_id) WHERE task_id IS NOT NULL;
ALTER TABLE token_repository ADD COLUMN levels BIGINT NOT NULL DEFAULT -1;
