-- Who follows whom. The id keeps the order in which it happened.
CREATE TABLE follow (
    id IDENTITY_KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    followed_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    UNIQUE (account_id, followed_id)
);
CREATE INDEX follow_followed ON follow (followed_id);

-- Whom a person or an organization wants nothing to do with.
CREATE TABLE account_block (
    id IDENTITY_KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    blocked_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    note TEXT NOT NULL DEFAULT '',
    created_at BIGINT NOT NULL,
    UNIQUE (account_id, blocked_id)
);
CREATE INDEX account_block_blocked ON account_block (blocked_id);

-- Names that accounts had before. A row goes when somebody takes the name.
CREATE TABLE name_redirect (
    lower_name TEXT PRIMARY KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE
);
CREATE INDEX name_redirect_account ON name_redirect (account_id);

-- Marks of honor that the operator has put into the database, and who wears them.
CREATE TABLE badge (
    id IDENTITY_KEY,
    slug TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL DEFAULT '',
    image_url TEXT NOT NULL DEFAULT ''
);
CREATE TABLE account_badge (
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    badge_id BIGINT NOT NULL REFERENCES badge (id) ON DELETE CASCADE,
    PRIMARY KEY (account_id, badge_id)
);
CREATE INDEX account_badge_badge ON account_badge (badge_id);

-- An empty theme is the site's own. Without a picture of its own an account is shown by a drawing made from its name.
ALTER TABLE account ADD COLUMN theme TEXT NOT NULL DEFAULT '';
ALTER TABLE account ADD COLUMN diff_view_style TEXT NOT NULL DEFAULT '';
ALTER TABLE account ADD COLUMN hide_activity BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE account ADD COLUMN allow_git_hook BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE account ADD COLUMN allow_import_local BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE account ADD COLUMN has_own_avatar BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX account_avatar ON account (avatar);
