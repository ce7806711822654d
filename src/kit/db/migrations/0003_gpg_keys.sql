-- OpenPGP keys: a primary key and its subkeys, each in a row, so that whoever checks a signature finds the key that made
-- it by its id. Only the primary key's id is claimed: anybody may call a stranger's encryption key a subkey.
CREATE TABLE gpg_key (
    id IDENTITY_KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    primary_id BIGINT REFERENCES gpg_key (id) ON DELETE CASCADE,
    primary_key_id TEXT NOT NULL DEFAULT '',
    key_id TEXT NOT NULL,
    packet TEXT NOT NULL,
    emails TEXT NOT NULL DEFAULT '',
    can_sign BOOLEAN NOT NULL,
    can_encrypt BOOLEAN NOT NULL,
    may_sign BOOLEAN NOT NULL,
    verified BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX gpg_key_claimed ON gpg_key (key_id) WHERE primary_id IS NULL;
CREATE INDEX gpg_key_found ON gpg_key (key_id);
CREATE INDEX gpg_key_account ON gpg_key (account_id, id);
CREATE INDEX gpg_key_primary ON gpg_key (primary_id);
