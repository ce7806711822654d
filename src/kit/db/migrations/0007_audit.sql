-- Who did what to whom, from where. Names are kept beside the ids, and nothing refers to other tables, so that the trail
-- outlives what it tells about.
CREATE TABLE audit_event (
    id IDENTITY_KEY,
    created_at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    actor_id BIGINT NOT NULL,
    actor TEXT NOT NULL,
    account_id BIGINT NOT NULL,
    account TEXT NOT NULL,
    credential TEXT NOT NULL,
    token_id BIGINT NOT NULL,
    address TEXT NOT NULL,
    request_id TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    details TEXT NOT NULL
);
CREATE INDEX audit_event_created_at ON audit_event (created_at);
