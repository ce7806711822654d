-- Files that tasks leave with their run. What was sent is kept in the pieces in which it came, each in the storage under
-- its uuid; those with a position make up the artifact.
CREATE TABLE action_artifact (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    run_id BIGINT NOT NULL REFERENCES action_run (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    state TEXT NOT NULL, -- uploading, finished, expired
    size BIGINT NOT NULL DEFAULT 0,
    digest TEXT NOT NULL DEFAULT '', -- as whoever sent it has told: sha256:...
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    UNIQUE (run_id, name)
);
CREATE INDEX action_artifact_repository ON action_artifact (repository_id, id);
CREATE INDEX action_artifact_expiry ON action_artifact (expires_at) WHERE state <> 'expired';

CREATE TABLE artifact_piece (
    uuid TEXT PRIMARY KEY,
    artifact_id BIGINT NOT NULL REFERENCES action_artifact (id) ON DELETE CASCADE,
    block TEXT NOT NULL,  -- what the sender calls it
    position BIGINT,      -- null until the sender has said where it belongs
    size BIGINT NOT NULL
);
CREATE INDEX artifact_piece_artifact ON artifact_piece (artifact_id, position);

-- Files that must go: of rows that are gone, and of uploads under way until they have their row.
CREATE TABLE doomed_artifact_piece (
    uuid TEXT PRIMARY KEY,
    since BIGINT NOT NULL
);
-- only sqlite
CREATE TRIGGER artifact_piece_doomed AFTER DELETE ON artifact_piece BEGIN
    INSERT INTO doomed_artifact_piece (uuid, since) VALUES (old.uuid, 0) ON CONFLICT DO NOTHING;
END;
-- end
-- only postgres
CREATE FUNCTION doom_artifact_piece() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO doomed_artifact_piece (uuid, since) VALUES (old.uuid, 0) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER artifact_piece_doomed AFTER DELETE ON artifact_piece FOR EACH ROW EXECUTE FUNCTION doom_artifact_piece();
-- end
