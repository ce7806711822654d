-- What the rows of another server looked like when they were looked at (src/import): the next run finds by it what has
-- changed there since.
CREATE TABLE import_seen (
    source_id BIGINT NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    old_id BIGINT NOT NULL,
    digest BIGINT NOT NULL,
    PRIMARY KEY (source_id, kind, old_id)
);
