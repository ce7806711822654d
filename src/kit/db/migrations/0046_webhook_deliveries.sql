-- What hooks have to be told and were told: the outbox and its history. A row is written in the transaction of what it
-- tells of. For each hook the oldest that waits is sent, and nothing after it until it was taken or given up.
CREATE TABLE webhook_delivery (
    id IDENTITY_KEY,
    hook_id BIGINT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
    uuid TEXT NOT NULL,                       -- the same for each attempt, and for who asks for it once more
    event TEXT NOT NULL,                      -- exactly: issue_label, not issues
    state TEXT NOT NULL DEFAULT 'waiting',    -- waiting, delivered, failed
    unread BOOLEAN NOT NULL,                  -- its payload lacks what has to be read from the repository first
    repository_id BIGINT NOT NULL,            -- which may be gone; 0: none
    payload TEXT NOT NULL,                    -- JSON, whatever form the receiver gets it in
    is_redelivery BOOLEAN NOT NULL DEFAULT FALSE,
    attempts BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,                   -- not before; while one is sending it, nobody else before that
    sent_at BIGINT NOT NULL DEFAULT 0,        -- the last attempt, and what became of it:
    request_url TEXT NOT NULL DEFAULT '',
    request_headers TEXT NOT NULL DEFAULT '', -- without Authorization
    response_status BIGINT NOT NULL DEFAULT 0, -- 0: there was no answer
    response_headers TEXT NOT NULL DEFAULT '',
    response_body TEXT NOT NULL DEFAULT '',   -- its beginning
    error TEXT NOT NULL DEFAULT '',
    duration_ms BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX webhook_delivery_hook ON webhook_delivery (hook_id, id);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (hook_id, id) WHERE state = 'waiting';
CREATE INDEX webhook_delivery_over ON webhook_delivery (created_at) WHERE state <> 'waiting';
