-- What others (builds, checks) say about a commit. Nothing here ever changes but `latest`: whether there is no newer one
-- of the same context. number counts the statuses of one commit from 1.
CREATE TABLE commit_status (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    commit_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    state TEXT NOT NULL,
    context TEXT NOT NULL,
    description TEXT NOT NULL,
    target_url TEXT NOT NULL,
    creator_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    latest BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (repository_id, commit_id, number)
);
CREATE INDEX commit_status_latest ON commit_status (repository_id, commit_id, context) WHERE latest;
CREATE INDEX commit_status_creator ON commit_status (creator_id);

-- A release belongs to a tag, whose name it has once, whatever its case. One that was deleted leaves its row behind as a
-- bare tag (tag_only), which only the tag's next release wakes. created_at is the date of the tagged commit, of a draft
-- its own; commit_id is empty while there is no tag. Other bare tags have no row: git knows them.
CREATE TABLE release (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    tag_name TEXT NOT NULL,
    lower_tag_name TEXT NOT NULL,
    target TEXT NOT NULL,
    title TEXT NOT NULL,
    note TEXT NOT NULL,
    author_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    commit_id TEXT NOT NULL DEFAULT '',
    draft BOOLEAN NOT NULL,
    prerelease BOOLEAN NOT NULL,
    tag_only BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    published_at BIGINT NOT NULL DEFAULT 0,
    UNIQUE (repository_id, lower_tag_name)
);
CREATE INDEX release_order ON release (repository_id, created_at, id);
CREATE INDEX release_author ON release (author_id);
