-- Pull requests are issues, too: both count up one number in their repository. Ids grow in the order of creation, so
-- "newest first" is the order of ids and every list reads an index backwards. What lists show is kept in the row.
-- A person who is gone leaves what they wrote behind: poster_id is null then.
CREATE TABLE issue (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    is_pull BOOLEAN NOT NULL,
    poster_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    ref TEXT NOT NULL DEFAULT '',
    closed BOOLEAN NOT NULL DEFAULT FALSE,
    locked BOOLEAN NOT NULL DEFAULT FALSE,
    draft BOOLEAN NOT NULL DEFAULT FALSE,
    merged_at BIGINT NOT NULL DEFAULT 0,
    pin_order BIGINT NOT NULL DEFAULT 0,
    milestone_id BIGINT NOT NULL DEFAULT 0,
    deadline_at BIGINT NOT NULL DEFAULT 0,
    content_version BIGINT NOT NULL DEFAULT 0,
    time_estimate BIGINT NOT NULL DEFAULT 0,
    comment_count BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    closed_at BIGINT NOT NULL DEFAULT 0,
    UNIQUE (repository_id, number)
);
CREATE INDEX issue_all ON issue (repository_id, id, closed, is_pull);
CREATE INDEX issue_state ON issue (repository_id, closed, id, is_pull);
CREATE INDEX issue_kind ON issue (repository_id, is_pull, id, closed);
CREATE INDEX issue_kind_state ON issue (repository_id, is_pull, closed, id);
CREATE INDEX issue_poster ON issue (repository_id, poster_id, id, closed, is_pull);
CREATE INDEX issue_of_poster ON issue (poster_id, id, closed, is_pull, repository_id);
CREATE INDEX issue_updated ON issue (repository_id, updated_at, id, closed, is_pull);
CREATE INDEX issue_milestone ON issue (milestone_id, id, closed, is_pull) WHERE milestone_id <> 0;
CREATE INDEX issue_pinned ON issue (repository_id, is_pull, pin_order) WHERE pin_order > 0;

CREATE TABLE issue_assignee (
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    PRIMARY KEY (issue_id, account_id)
);
CREATE INDEX issue_assignee_account ON issue_assignee (account_id, issue_id);

CREATE TABLE issue_mention (
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    PRIMARY KEY (issue_id, account_id)
);
CREATE INDEX issue_mention_account ON issue_mention (account_id, issue_id);

-- Who asked to hear of an issue, or not to, whatever else is said of them.
CREATE TABLE issue_subscription (
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    subscribed BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (issue_id, account_id)
);
CREATE INDEX issue_subscription_account ON issue_subscription (account_id);

-- issue_id cannot be closed before depends_on_id is.
CREATE TABLE issue_dependency (
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    depends_on_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (issue_id, depends_on_id)
);
CREATE INDEX issue_dependency_other ON issue_dependency (depends_on_id, issue_id);

-- What was said about an issue and what happened to it, in one order: its timeline. kind says which of the columns mean
-- something (src/issues/timeline.hpp).
CREATE TABLE comment (
    id IDENTITY_KEY,
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    repository_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    poster_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    body TEXT NOT NULL DEFAULT '',
    old_text TEXT NOT NULL DEFAULT '',
    new_text TEXT NOT NULL DEFAULT '',
    label_id BIGINT NOT NULL DEFAULT 0,
    old_milestone_id BIGINT NOT NULL DEFAULT 0,
    milestone_id BIGINT NOT NULL DEFAULT 0,
    assignee_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    assignee_team_id BIGINT NOT NULL DEFAULT 0,
    removed BOOLEAN NOT NULL DEFAULT FALSE,
    dependent_issue_id BIGINT REFERENCES issue (id) ON DELETE CASCADE,
    ref_issue_id BIGINT REFERENCES issue (id) ON DELETE CASCADE,
    ref_comment_id BIGINT NOT NULL DEFAULT 0,
    ref_action TEXT NOT NULL DEFAULT 'none',
    commit_sha TEXT NOT NULL DEFAULT '',
    tracked_time_id BIGINT NOT NULL DEFAULT 0,
    old_project_id BIGINT NOT NULL DEFAULT 0,
    project_id BIGINT NOT NULL DEFAULT 0,
    review_id BIGINT NOT NULL DEFAULT 0,
    resolver_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX comment_issue ON comment (issue_id, id);
CREATE INDEX comment_repository ON comment (repository_id, id) WHERE kind = 'comment';
CREATE INDEX comment_poster ON comment (poster_id, issue_id);
CREATE INDEX comment_assignee ON comment (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX comment_resolver ON comment (resolver_id) WHERE resolver_id IS NOT NULL;
CREATE INDEX comment_dependent_issue ON comment (dependent_issue_id) WHERE dependent_issue_id IS NOT NULL;
CREATE INDEX comment_ref_issue ON comment (ref_issue_id) WHERE ref_issue_id IS NOT NULL;

-- comment_id is null for what an issue itself was given.
CREATE TABLE reaction (
    id IDENTITY_KEY,
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    comment_id BIGINT REFERENCES comment (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX reaction_once ON reaction (issue_id, COALESCE(comment_id, 0), account_id, content);
CREATE INDEX reaction_comment ON reaction (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX reaction_account ON reaction (account_id);
