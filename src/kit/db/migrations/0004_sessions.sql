-- Browsers that have signed in. Of the cookie only the hash is kept; it has 256 random bits, so an unsalted one will do.
-- `pending` is a sign-in whose password was right and whose second factor is still to come: it opens nothing.
CREATE TABLE session (
    id IDENTITY_KEY,
    hash TEXT NOT NULL UNIQUE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    pending BOOLEAN NOT NULL,
    remember BOOLEAN NOT NULL,
    redirect_to TEXT NOT NULL,
    methods TEXT NOT NULL,
    authenticated_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL
);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_expires_at ON session (expires_at);

-- What a mail's link proves, once and for a while: that who follows it reads the mail of that address.
CREATE TABLE one_time_code (
    id IDENTITY_KEY,
    hash TEXT NOT NULL UNIQUE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    email TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX one_time_code_account ON one_time_code (account_id, purpose);
CREATE INDEX one_time_code_expires_at ON one_time_code (expires_at);
