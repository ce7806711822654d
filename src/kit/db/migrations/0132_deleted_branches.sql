-- Branches that somebody has deleted, so that they can be restored while git still has their commits. The latest of each
-- repository are kept (repositories/references/deleted_branch.hpp says how many and how long).
CREATE TABLE deleted_branch (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    deleter_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    deleted_at BIGINT NOT NULL,
    PRIMARY KEY (repository_id, name)
);
CREATE INDEX deleted_branch_latest ON deleted_branch (repository_id, deleted_at);
CREATE INDEX deleted_branch_deleter ON deleted_branch (deleter_id);
CREATE INDEX deleted_branch_age ON deleted_branch (deleted_at);
