-- Calls to other servers when something happens. A hook belongs to a repository, to an account (for all its
-- repositories), or to the site: of every repository ('system'), or copied into each new one ('default').
CREATE TABLE webhook (
    id IDENTITY_KEY,
    place TEXT NOT NULL,
    repository_id BIGINT REFERENCES repository (id) ON DELETE CASCADE,
    account_id BIGINT REFERENCES account (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    content_type TEXT NOT NULL,
    secret TEXT NOT NULL,               -- sealed
    authorization_header TEXT NOT NULL, -- sealed
    events BIGINT NOT NULL,             -- a bit for each that it wants
    branch_filter TEXT NOT NULL,
    channel TEXT NOT NULL,              -- these four for Slack
    username TEXT NOT NULL,
    icon_url TEXT NOT NULL,
    color TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX webhook_repository ON webhook (repository_id) WHERE repository_id IS NOT NULL;
CREATE INDEX webhook_account ON webhook (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX webhook_site ON webhook (place, id) WHERE repository_id IS NULL AND account_id IS NULL;
