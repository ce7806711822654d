-- What people have seen of the files that a pull request changes, by the content of a file and not by its path: a mark
-- holds over pushes and renames that do not change it. content: the id of the file as it shall be; of one that is
-- removed, the id that it had behind a "-".
CREATE TABLE viewed_file (
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    viewed_at BIGINT NOT NULL,
    PRIMARY KEY (issue_id, account_id, content)
);
CREATE INDEX viewed_file_account ON viewed_file (account_id);
