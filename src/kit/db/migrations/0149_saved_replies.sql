-- What somebody answers again and again.
CREATE TABLE saved_reply (
    id IDENTITY_KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX saved_reply_account ON saved_reply (account_id);
