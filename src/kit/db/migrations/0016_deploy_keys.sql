-- Keys that open a repository and no account. One key may open several: then they share a row of public_key, which goes
-- with the last of them.
CREATE TABLE deploy_key (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    key_id BIGINT NOT NULL REFERENCES public_key (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    read_only BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (repository_id, key_id),
    UNIQUE (repository_id, title)
);
CREATE INDEX deploy_key_key ON deploy_key (key_id);
