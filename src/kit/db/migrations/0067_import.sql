-- A token that came from another server is kept as that one kept it (PBKDF2 with this salt) until it is used: then it
-- becomes like ours, and the salt is empty.
ALTER TABLE access_token ADD COLUMN salt TEXT NOT NULL DEFAULT '';
CREATE INDEX access_token_imported ON access_token (last_eight) WHERE salt <> '';

-- Servers that were moved into this one (src/import), known by their databases.
CREATE TABLE import_source (
    id IDENTITY_KEY,
    name TEXT NOT NULL UNIQUE,
    started_at BIGINT NOT NULL,
    finished_at BIGINT NOT NULL DEFAULT 0
);

-- What came from where: the row `old_id` there is the row `new_id` here.
CREATE TABLE import_map (
    source_id BIGINT NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    old_id BIGINT NOT NULL,
    new_id BIGINT NOT NULL,
    PRIMARY KEY (source_id, kind, old_id)
);
CREATE INDEX import_map_new ON import_map (kind, new_id);

-- How far each kind of thing has come: the rows there up to last_id were looked at, in the transaction that wrote this.
-- free_id: here no row had a greater id when it began, nor does one there.
CREATE TABLE import_progress (
    source_id BIGINT NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    free_id BIGINT NOT NULL,
    shifts BOOLEAN NOT NULL,
    last_id BIGINT NOT NULL,
    moved BIGINT NOT NULL DEFAULT 0,
    bytes BIGINT NOT NULL DEFAULT 0, -- of files
    PRIMARY KEY (source_id, kind)
);

-- Rows there that were left behind: the next run tries them again.
CREATE TABLE import_refused (
    source_id BIGINT NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    old_id BIGINT NOT NULL,
    PRIMARY KEY (source_id, kind, old_id)
);

-- What is told of them, and of those that were moved without a part (partial): the names of some for each reason.
CREATE TABLE import_loss (
    source_id BIGINT NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    partial BOOLEAN NOT NULL,
    count BIGINT NOT NULL,
    examples TEXT NOT NULL,
    PRIMARY KEY (source_id, kind, reason)
);
