-- Applications that people sign in to with an account of this site. owner_id: a person or an organization; NULL: the
-- site itself. Of the secret, which has 256 random bits, only the hash is kept.
CREATE TABLE oauth2_application (
    id IDENTITY_KEY,
    owner_id BIGINT REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    client_id TEXT NOT NULL UNIQUE,
    secret TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    confidential BOOLEAN NOT NULL,
    skip_secondary_authorization BOOLEAN NOT NULL DEFAULT FALSE,
    locked BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX oauth2_application_owner ON oauth2_application (owner_id);

-- What a person has approved.
CREATE TABLE oauth2_grant (
    id IDENTITY_KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    application_id BIGINT NOT NULL REFERENCES oauth2_application (id) ON DELETE CASCADE,
    scope TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (account_id, application_id)
);
CREATE INDEX oauth2_grant_application ON oauth2_grant (application_id);

-- All tokens that go back to one authorization code: ended together. generation counts the refreshes where each refresh
-- token is good for one (RFC 9700, 4.14.2).
CREATE TABLE oauth2_family (
    id IDENTITY_KEY,
    grant_id BIGINT NOT NULL REFERENCES oauth2_grant (id) ON DELETE CASCADE,
    scope TEXT NOT NULL,
    nonce TEXT NOT NULL,
    claims TEXT NOT NULL,
    auth_time BIGINT NOT NULL,
    methods TEXT NOT NULL,
    generation BIGINT NOT NULL DEFAULT 0,
    rotated_at BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX oauth2_family_grant ON oauth2_family (grant_id);

-- A code stays until it expires, so that a second use is noticed: family_id is what the first one gave.
CREATE TABLE oauth2_code (
    hash TEXT PRIMARY KEY,
    grant_id BIGINT NOT NULL REFERENCES oauth2_grant (id) ON DELETE CASCADE,
    redirect_uri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    challenge_method TEXT NOT NULL,
    scope TEXT NOT NULL,
    nonce TEXT NOT NULL,
    claims TEXT NOT NULL,
    auth_time BIGINT NOT NULL,
    methods TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    used BOOLEAN NOT NULL DEFAULT FALSE,
    family_id BIGINT REFERENCES oauth2_family (id) ON DELETE SET NULL
);
CREATE INDEX oauth2_code_grant ON oauth2_code (grant_id);

-- The authorization request that a session's last consent page was about.
CREATE TABLE oauth2_consent (
    session_id BIGINT PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    state TEXT NOT NULL,
    scope TEXT NOT NULL,
    nonce TEXT NOT NULL,
    challenge TEXT NOT NULL,
    challenge_method TEXT NOT NULL,
    claims TEXT NOT NULL
);
