-- Mail on its way: written with what causes it, deleted when a mail server has taken it. A worker takes a mail by moving
-- due_at ahead, so that no other does in the meantime and one that dies leaves it to the next.
CREATE TABLE outgoing_mail (
    id IDENTITY_KEY,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    plain TEXT NOT NULL,
    html TEXT NOT NULL,
    message_id TEXT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    failed BOOLEAN NOT NULL DEFAULT FALSE,
    last_error TEXT NOT NULL DEFAULT '',
    created_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL
);
CREATE INDEX outgoing_mail_due_at ON outgoing_mail (failed, due_at);
