-- A token may end by itself (0: it does not), and may be limited to the repositories that token_repository lists.
ALTER TABLE access_token ADD COLUMN expires_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE access_token ADD COLUMN limited BOOLEAN NOT NULL DEFAULT FALSE;
