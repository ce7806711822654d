-- Large files that are kept beside git, each once for the whole site, whoever has it. The bytes are in the storage under
-- a name of their own for each time that they came, so that what is on its way out is never taken for what just came in.
CREATE TABLE lfs_content (
    oid TEXT PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    size BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

-- Which repository has which of them.
CREATE TABLE lfs_object (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    oid TEXT NOT NULL REFERENCES lfs_content (oid),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (repository_id, oid)
);
CREATE INDEX lfs_object_oid ON lfs_object (oid);

-- Files that must go: of rows that are gone, and of uploads under way until they have their row.
CREATE TABLE doomed_lfs_content (
    uuid TEXT PRIMARY KEY,
    since BIGINT NOT NULL
);

CREATE TABLE lfs_lock (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    owner_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    UNIQUE (repository_id, path)
);
CREATE INDEX lfs_lock_owner ON lfs_lock (owner_id);

-- What no repository has any more goes with the last that had it, however that one went.
-- only sqlite
CREATE TRIGGER lfs_object_gone AFTER DELETE ON lfs_object BEGIN
    DELETE FROM lfs_content WHERE oid = old.oid AND NOT EXISTS (SELECT 1 FROM lfs_object o WHERE o.oid = old.oid);
END;
CREATE TRIGGER lfs_content_doomed AFTER DELETE ON lfs_content BEGIN
    INSERT INTO doomed_lfs_content (uuid, since) VALUES (old.uuid, 0) ON CONFLICT DO NOTHING;
END;
-- end
-- only postgres
CREATE FUNCTION forget_lfs_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM lfs_content WHERE oid = old.oid AND NOT EXISTS (SELECT 1 FROM lfs_object o WHERE o.oid = old.oid);
    RETURN NULL;
END $$;
CREATE TRIGGER lfs_object_gone AFTER DELETE ON lfs_object FOR EACH ROW EXECUTE FUNCTION forget_lfs_content();
CREATE FUNCTION doom_lfs_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO doomed_lfs_content (uuid, since) VALUES (old.uuid, 0) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER lfs_content_doomed AFTER DELETE ON lfs_content FOR EACH ROW EXECUTE FUNCTION doom_lfs_content();
-- end
