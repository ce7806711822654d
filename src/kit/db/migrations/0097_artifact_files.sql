-- Artifacts of the older protocol: files that came one by one, each in ranges of bytes.
ALTER TABLE action_artifact ADD COLUMN form TEXT NOT NULL DEFAULT 'archive'; -- or files

CREATE TABLE artifact_file (
    id IDENTITY_KEY,
    artifact_id BIGINT NOT NULL REFERENCES action_artifact (id) ON DELETE CASCADE,
    path TEXT NOT NULL,       -- inside of the artifact
    packed BOOLEAN NOT NULL,  -- its pieces make up a gzip of it
    stored BIGINT NOT NULL,   -- how many bytes its pieces have in all
    size BIGINT NOT NULL,     -- and how many the file has, as whoever sent it has told
    complete BOOLEAN NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (artifact_id, path)
);
CREATE INDEX artifact_file_open ON artifact_file (updated_at) WHERE NOT complete;

-- For a piece of such a file, its position is where it begins in what is stored of it.
ALTER TABLE artifact_piece ADD COLUMN file_id BIGINT REFERENCES artifact_file (id) ON DELETE CASCADE;
CREATE INDEX artifact_piece_file ON artifact_piece (file_id, position) WHERE file_id IS NOT NULL;

-- Logs in the storage that are packed.
ALTER TABLE action_task ADD COLUMN log_packed BOOLEAN NOT NULL DEFAULT FALSE;
