-- Time that was spent on an issue. What was deleted stays, because the timeline still tells of it.
CREATE TABLE tracked_time (
    id IDENTITY_KEY,
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    account_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    seconds BIGINT NOT NULL,
    deleted BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL
);
CREATE INDEX tracked_time_issue ON tracked_time (issue_id, id);
CREATE INDEX tracked_time_account ON tracked_time (account_id, id);

-- A person works on one thing at a time.
CREATE TABLE stopwatch (
    account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL
);
CREATE INDEX stopwatch_issue ON stopwatch (issue_id);

-- What has happened and was not told yet: written in the transaction that made it happen, taken by whoever tells it.
-- mentioned: the ids of accounts, joined by commas. concerns: the account that was assigned, or is to take over. told: the
-- accounts up to this id have heard of it.
CREATE TABLE notice (
    id IDENTITY_KEY,
    kind TEXT NOT NULL,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    issue_id BIGINT REFERENCES issue (id) ON DELETE CASCADE,
    comment_id BIGINT NOT NULL DEFAULT 0,
    actor_id BIGINT NOT NULL,
    concerns BIGINT NOT NULL DEFAULT 0,
    mentioned TEXT NOT NULL DEFAULT '',
    told BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
);
CREATE INDEX notice_repository ON notice (repository_id);
CREATE INDEX notice_issue ON notice (issue_id);

-- What somebody should know of: one thread for each issue, and one for each repository that is offered to them.
CREATE TABLE notification (
    id IDENTITY_KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    issue_id BIGINT REFERENCES issue (id) ON DELETE CASCADE,
    subject TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (account_id, issue_id)
);
CREATE UNIQUE INDEX notification_offer ON notification (account_id, repository_id) WHERE subject = 'repository';
CREATE INDEX notification_latest ON notification (account_id, updated_at, id, status, subject);
CREATE INDEX notification_status ON notification (account_id, status, updated_at, id, subject);
CREATE INDEX notification_in_repository ON notification (repository_id, account_id, updated_at, id);
CREATE INDEX notification_issue ON notification (issue_id);

-- Which notifications somebody gets by mail, as [admin] DEFAULT_EMAIL_NOTIFICATIONS says them; empty: as it says.
ALTER TABLE account ADD COLUMN email_notifications TEXT NOT NULL DEFAULT '';
-- How many somebody has got by mail in the hour that began then.
CREATE TABLE notification_mail (
    account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    hour BIGINT NOT NULL,
    sent BIGINT NOT NULL
);
-- Headers beside the usual ones, a line for each.
ALTER TABLE outgoing_mail ADD COLUMN headers TEXT NOT NULL DEFAULT '';
