-- People and organizations share one name space, so they share a table.
CREATE TABLE account (
    id IDENTITY_KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    lower_name TEXT NOT NULL UNIQUE,
    full_name TEXT NOT NULL DEFAULT '',
    email TEXT NOT NULL DEFAULT '',
    keep_email_private BOOLEAN NOT NULL DEFAULT FALSE,
    password TEXT NOT NULL DEFAULT '',
    must_change_password BOOLEAN NOT NULL DEFAULT FALSE,
    prohibit_login BOOLEAN NOT NULL DEFAULT FALSE,
    is_active BOOLEAN NOT NULL DEFAULT TRUE,
    is_admin BOOLEAN NOT NULL DEFAULT FALSE,
    is_restricted BOOLEAN NOT NULL DEFAULT FALSE,
    login_source BIGINT NOT NULL DEFAULT 0,
    login_name TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT '',
    location TEXT NOT NULL DEFAULT '',
    website TEXT NOT NULL DEFAULT '',
    description TEXT NOT NULL DEFAULT '',
    visibility TEXT NOT NULL DEFAULT 'public',
    avatar TEXT NOT NULL,
    max_repo_creation BIGINT NOT NULL DEFAULT -1,
    allow_create_organization BOOLEAN NOT NULL DEFAULT TRUE,
    followers_count BIGINT NOT NULL DEFAULT 0,
    following_count BIGINT NOT NULL DEFAULT 0,
    starred_repos_count BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    last_login_at BIGINT NOT NULL DEFAULT 0
);

-- An address belongs to one account on the whole site, whatever its case.
CREATE TABLE email_address (
    id IDENTITY_KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    lower_email TEXT NOT NULL UNIQUE,
    verified BOOLEAN NOT NULL,
    is_primary BOOLEAN NOT NULL
);
CREATE INDEX email_address_account ON email_address (account_id);

-- Of a token only the hash is kept. It has 160 random bits, so an unsalted hash is enough and can be looked up.
CREATE TABLE access_token (
    id IDENTITY_KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    last_eight TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    UNIQUE (account_id, name)
);
