-- What a client says of itself beside its name and its addresses, as JSON with the names of RFC 7591, 2.
ALTER TABLE oauth2_application ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';

-- Authorization requests that a client has pushed (RFC 9126), by the hash of their request_uri. Of public clients there
-- is a row only from the moment on at which a person who is signed in has opened one: until then the request_uri itself
-- holds the request, so that a stranger can store nothing. session_id: whose person was asked; 0: nobody yet.
CREATE TABLE oauth2_pushed_request (
    hash TEXT PRIMARY KEY,
    application_id BIGINT NOT NULL REFERENCES oauth2_application (id) ON DELETE CASCADE,
    parameters TEXT NOT NULL,
    session_id BIGINT NOT NULL DEFAULT 0,
    used BOOLEAN NOT NULL DEFAULT FALSE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX oauth2_pushed_request_application ON oauth2_pushed_request (application_id, expires_at);
CREATE INDEX oauth2_pushed_request_expires_at ON oauth2_pushed_request (expires_at);

-- The hash of the pushed request that a consent page is about; empty for none.
ALTER TABLE oauth2_consent ADD COLUMN pushed TEXT NOT NULL DEFAULT '';
