-- What somebody wants others to see first.
CREATE TABLE pinned_repository (
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    PRIMARY KEY (account_id, repository_id)
);
CREATE INDEX pinned_repository_repository ON pinned_repository (repository_id);
