-- Files that belong to an issue, a comment or a release. The file itself is in the storage, under its uuid. A comment's
-- file names the comment's issue as well; release_id is for releases, whose table comes elsewhere.
CREATE TABLE attachment (
    id IDENTITY_KEY,
    uuid TEXT NOT NULL UNIQUE,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    issue_id BIGINT REFERENCES issue (id) ON DELETE CASCADE,
    comment_id BIGINT REFERENCES comment (id) ON DELETE CASCADE,
    release_id BIGINT,
    uploader_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    name TEXT NOT NULL,
    size BIGINT NOT NULL,
    download_count BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
);
CREATE INDEX attachment_repository ON attachment (repository_id);
CREATE INDEX attachment_issue ON attachment (issue_id) WHERE issue_id IS NOT NULL;
CREATE INDEX attachment_comment ON attachment (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX attachment_release ON attachment (release_id) WHERE release_id IS NOT NULL;
CREATE INDEX attachment_uploader ON attachment (uploader_id) WHERE uploader_id IS NOT NULL;

-- Files that must go: of rows that are gone, whoever deleted them and with whatever, and of uploads under way until
-- they have their row. The clean-up finds what was left behind.
CREATE TABLE doomed_attachment (
    uuid TEXT PRIMARY KEY,
    since BIGINT NOT NULL
);
-- only sqlite
CREATE TRIGGER attachment_doomed AFTER DELETE ON attachment BEGIN
    INSERT INTO doomed_attachment (uuid, since) VALUES (old.uuid, 0) ON CONFLICT DO NOTHING;
END;
-- end
-- only postgres
CREATE FUNCTION doom_attachment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO doomed_attachment (uuid, since) VALUES (old.uuid, 0) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER attachment_doomed AFTER DELETE ON attachment FOR EACH ROW EXECUTE FUNCTION doom_attachment();
-- end
