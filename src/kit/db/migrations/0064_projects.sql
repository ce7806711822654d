-- A board belongs to a repository, or to an account whose repositories' issues are put on it. closed_at: 0 while open.
CREATE TABLE project (
    id IDENTITY_KEY,
    repository_id BIGINT REFERENCES repository (id) ON DELETE CASCADE,
    owner_id BIGINT REFERENCES account (id) ON DELETE CASCADE,
    creator_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    template_type TEXT NOT NULL,
    card_type TEXT NOT NULL,
    closed_at BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    CHECK ((repository_id IS NULL) <> (owner_id IS NULL))
);
CREATE INDEX project_repository ON project (repository_id, id) WHERE repository_id IS NOT NULL;
CREATE INDEX project_owner ON project (owner_id, id) WHERE owner_id IS NOT NULL;
CREATE INDEX project_creator ON project (creator_id) WHERE creator_id IS NOT NULL;

-- What loses its column goes to the default one, which only some boards have.
CREATE TABLE project_column (
    id IDENTITY_KEY,
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    creator_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    title TEXT NOT NULL,
    color TEXT NOT NULL DEFAULT '',
    sorting BIGINT NOT NULL DEFAULT 0,
    is_default BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX project_column_project ON project_column (project_id, sorting, id);
CREATE UNIQUE INDEX project_column_default ON project_column (project_id) WHERE is_default;
CREATE INDEX project_column_creator ON project_column (creator_id) WHERE creator_id IS NOT NULL;

-- An issue is at most once on a board, and may be on several.
CREATE TABLE project_card (
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    column_id BIGINT NOT NULL REFERENCES project_column (id) ON DELETE CASCADE,
    sorting BIGINT NOT NULL,
    PRIMARY KEY (project_id, issue_id)
);
CREATE INDEX project_card_column ON project_card (column_id, sorting, issue_id);
CREATE INDEX project_card_issue ON project_card (issue_id, project_id);
