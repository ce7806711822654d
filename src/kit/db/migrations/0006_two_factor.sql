-- The second step at sign-in. An account has it if it has a row in two_factor or in security_key.

-- The secret that one-time codes are made of, sealed with a key made from the site's SECRET_KEY.
CREATE TABLE two_factor (
    account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    sealed_secret TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- A secret that was shown and not yet confirmed with a code: one for each account, for the browser session that asked.
CREATE TABLE two_factor_enrolment (
    account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    session TEXT NOT NULL,
    sealed_secret TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- The steps whose codes were used: a second row for a step cannot be, so of two requests with one code one wins.
CREATE TABLE two_factor_use (
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    step BIGINT NOT NULL,
    PRIMARY KEY (account_id, step)
);

-- For who has lost the phone. Each works once: using it deletes it.
CREATE TABLE recovery_code (
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (account_id, hash)
);

-- WebAuthn. Ids and keys are in base64url, the key in COSE's form.
CREATE TABLE security_key (
    id IDENTITY_KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    credential_id TEXT NOT NULL UNIQUE,
    public_key TEXT NOT NULL,
    sign_count BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL
);
CREATE INDEX security_key_account ON security_key (account_id);

-- What a security key has to sign next: one for each session, used once.
CREATE TABLE security_key_challenge (
    session_id BIGINT PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
    challenge TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
