-- SSH public keys. A key opens one account, or as a deploy key any number of repositories: those have no account, and
-- the table that names the repositories refers to them. The fingerprint stands for the content, which may be longer than
-- what an index can hold.
CREATE TABLE public_key (
    id IDENTITY_KEY,
    account_id BIGINT REFERENCES account (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    fingerprint TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL,
    comment TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    UNIQUE (account_id, title)
);

-- The names by which SSH certificates call an account.
CREATE TABLE ssh_principal (
    id IDENTITY_KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
);
CREATE INDEX ssh_principal_account ON ssh_principal (account_id);
