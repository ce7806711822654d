-- Packages: a name that somebody owns, its versions, and the files of each.
CREATE TABLE package (
    id IDENTITY_KEY,
    owner_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    lower_name TEXT NOT NULL,
    repository_id BIGINT REFERENCES repository (id) ON DELETE SET NULL, -- of the same owner, where it was linked
    created_at BIGINT NOT NULL,
    UNIQUE (owner_id, type, lower_name)
);
CREATE INDEX package_repository ON package (repository_id) WHERE repository_id IS NOT NULL;

CREATE TABLE package_version (
    id IDENTITY_KEY,
    package_id BIGINT NOT NULL REFERENCES package (id) ON DELETE CASCADE,
    creator_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    version TEXT NOT NULL,
    lower_version TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (package_id, lower_version)
);
CREATE INDEX package_version_newest ON package_version (package_id, id);
CREATE INDEX package_version_creator ON package_version (creator_id) WHERE creator_id IS NOT NULL;

-- What is in files, each content once for the whole site. The bytes are in the storage under a name of their own for
-- each time that they came, so that what is on its way out is never taken for what just came in.
CREATE TABLE package_content (
    id IDENTITY_KEY,
    uuid TEXT NOT NULL UNIQUE,
    size BIGINT NOT NULL,
    md5 TEXT NOT NULL,
    sha1 TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    sha512 TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
);

CREATE TABLE package_file (
    id IDENTITY_KEY,
    version_id BIGINT NOT NULL REFERENCES package_version (id) ON DELETE CASCADE,
    content_id BIGINT NOT NULL REFERENCES package_content (id),
    name TEXT NOT NULL,
    lower_name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (version_id, lower_name)
);
CREATE INDEX package_file_content ON package_file (content_id);

-- Contents that may belong to no file any more, whoever deleted it and with whatever. The clean-up looks.
CREATE TABLE idle_package_content (
    content_id BIGINT PRIMARY KEY REFERENCES package_content (id) ON DELETE CASCADE
);

-- Stored bytes that must go: of contents that are gone, and of uploads under way until they have their row.
CREATE TABLE doomed_package_content (
    uuid TEXT PRIMARY KEY,
    since BIGINT NOT NULL
);
-- only sqlite
CREATE TRIGGER package_file_gone AFTER DELETE ON package_file BEGIN
    INSERT INTO idle_package_content (content_id) VALUES (old.content_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER package_content_doomed AFTER DELETE ON package_content BEGIN
    INSERT INTO doomed_package_content (uuid, since) VALUES (old.uuid, 0) ON CONFLICT DO NOTHING;
END;
-- end
-- only postgres
CREATE FUNCTION note_idle_package_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO idle_package_content (content_id) VALUES (old.content_id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER package_file_gone AFTER DELETE ON package_file
    FOR EACH ROW EXECUTE FUNCTION note_idle_package_content();
CREATE FUNCTION doom_package_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO doomed_package_content (uuid, since) VALUES (old.uuid, 0) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER package_content_doomed AFTER DELETE ON package_content
    FOR EACH ROW EXECUTE FUNCTION doom_package_content();
-- end
