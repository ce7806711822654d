-- Lists that had to be sorted as a whole for each of their pages.
CREATE INDEX account_newest_person ON account (created_at, id) WHERE kind = 'individual';
CREATE INDEX account_block_listed ON account_block (account_id, id);
CREATE INDEX collaboration_listed ON collaboration (repository_id, created_at, account_id);
CREATE INDEX deploy_key_listed ON deploy_key (repository_id, id);
CREATE INDEX repository_size ON repository (git_size, id);
CREATE INDEX team_listed ON team (organization_id, (CASE WHEN permission = 'owner' THEN 0 ELSE 1 END), lower_name, id);

-- Who owns an organization, however many teams it has.
CREATE INDEX team_owners ON team (organization_id) WHERE permission = 'owner';

-- What waits for runners, by the labels that they must have: counted from the index alone.
CREATE INDEX action_job_queue ON action_job (labels, updated_at, id) WHERE status = 'waiting';

-- When this database was last read for a backup, for the overview of administrators. One row at most.
CREATE TABLE last_backup (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    made_at BIGINT NOT NULL
);

-- How the last runs of each task of upkeep went: a hundred of each.
CREATE TABLE upkeep_run (
    id IDENTITY_KEY,
    task TEXT NOT NULL,
    ended_at BIGINT NOT NULL,
    took_ms BIGINT NOT NULL,
    error TEXT NOT NULL -- empty: it went well
);
CREATE INDEX upkeep_run_task ON upkeep_run (task, id);
