-- Who wrote an issue or a comment elsewhere that was taken over from there: their poster is nobody. comment_id is 0 for
-- the issue itself.
CREATE TABLE imported_author (
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    comment_id BIGINT NOT NULL DEFAULT 0,
    name TEXT NOT NULL,
    account_id BIGINT NOT NULL, -- there
    PRIMARY KEY (issue_id, comment_id)
);
CREATE INDEX imported_author_comment ON imported_author (comment_id) WHERE comment_id <> 0;
