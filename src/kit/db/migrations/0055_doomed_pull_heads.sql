-- Pull requests that were deleted and whose refs/pull/NUMBER/head is still in git: for the bookkeeper, who removes it.
CREATE TABLE doomed_pull_head (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    PRIMARY KEY (repository_id, number)
);

-- Where the large files of a repository that is copied from elsewhere are; empty: where clients look by themselves.
ALTER TABLE migration ADD COLUMN lfs_endpoint TEXT NOT NULL DEFAULT '';
