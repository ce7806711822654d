-- A label belongs to a repository or to an organization, whose repositories all may use it. Names need not be unique.
-- color: six lower-case hexadecimal digits. issue_count: of the issues that bear it, kept so that no list counts.
CREATE TABLE label (
    id IDENTITY_KEY,
    repository_id BIGINT REFERENCES repository (id) ON DELETE CASCADE,
    organization_id BIGINT REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    color TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    exclusive BOOLEAN NOT NULL DEFAULT FALSE,
    archived_at BIGINT NOT NULL DEFAULT 0,
    issue_count BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX label_repository ON label (repository_id, name, id);
CREATE INDEX label_organization ON label (organization_id, name, id);

-- due_at: 0 for none. The counts are of issues and pull requests alike.
CREATE TABLE milestone (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    due_at BIGINT NOT NULL DEFAULT 0,
    closed_at BIGINT NOT NULL DEFAULT 0,
    issue_count BIGINT NOT NULL DEFAULT 0,
    closed_issue_count BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX milestone_repository ON milestone (repository_id, due_at, title, id);
