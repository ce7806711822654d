-- Where people show who they are, beside this site itself: directories (LDAP) and providers (OpenID Connect). The secret is
-- sealed; `version` counts the changes, so that nothing that was found by older settings counts any more.
-- account.login_source has the id of the source that an account is of; 0: it has its password here.
CREATE TABLE sign_in_source (
    id IDENTITY_KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    lower_name TEXT NOT NULL UNIQUE,
    active BOOLEAN NOT NULL,
    settings TEXT NOT NULL,
    secret TEXT NOT NULL DEFAULT '',
    version BIGINT NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX account_login_source ON account (login_source, login_name);

-- Who is whom at a provider, by the subject that it tells: of accounts that were made for it, and of others that were linked
-- by whoever had signed in to them.
CREATE TABLE linked_identity (
    source_id BIGINT NOT NULL REFERENCES sign_in_source (id) ON DELETE CASCADE,
    subject TEXT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (source_id, subject)
);
CREATE INDEX linked_identity_account ON linked_identity (account_id);
