-- Repositories that somebody has moved references of, and whose base or forks have large files: what the new commits
-- point to may be theirs as well from now on.
CREATE TABLE lfs_arrival (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    pusher_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    PRIMARY KEY (repository_id, pusher_id)
);
