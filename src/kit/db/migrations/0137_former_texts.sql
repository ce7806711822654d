-- What issues and comments said before somebody changed it. comment_id is null for what an issue itself says.
CREATE TABLE former_text (
    id IDENTITY_KEY,
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    comment_id BIGINT REFERENCES comment (id) ON DELETE CASCADE,
    editor_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    body TEXT NOT NULL,
    removed BOOLEAN NOT NULL DEFAULT FALSE,
    replaced_at BIGINT NOT NULL
);
CREATE INDEX former_text_issue ON former_text (issue_id, comment_id, id);
CREATE INDEX former_text_comment ON former_text (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX former_text_editor ON former_text (editor_id);
