-- What each branch is at, so that no list of branches reads git. It follows the references of the repository, which are
-- what counts: repositories/pushes.hpp says how. signed: the commit bears a signature, which is not kept here.
CREATE TABLE branch (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    message TEXT NOT NULL,
    author_name TEXT NOT NULL,
    author_email TEXT NOT NULL,
    authored_at BIGINT NOT NULL,
    author_offset BIGINT NOT NULL,
    committer_name TEXT NOT NULL,
    committer_email TEXT NOT NULL,
    committed_at BIGINT NOT NULL,
    committer_offset BIGINT NOT NULL,
    signed BOOLEAN NOT NULL,
    pusher_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    arrival BIGINT NOT NULL, -- counts the commits that branches have come to be at: a second has room for many
    UNIQUE (repository_id, name)
);
CREATE INDEX branch_arrival ON branch (repository_id, arrival);
CREATE INDEX branch_commit ON branch (repository_id, commit_id);
CREATE INDEX branch_pusher ON branch (pusher_id);

-- Repositories whose figures (size, languages, licenses) are older than what is in them, until they were counted anew.
-- Whoever counts has the row until due_at.
CREATE TABLE outdated_figures (
    repository_id BIGINT PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
    due_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX outdated_figures_due ON outdated_figures (due_at);
