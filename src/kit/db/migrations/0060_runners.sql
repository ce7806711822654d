-- What workflows are given, and who does their work. Each row is held by a repository, or by an account for all its
-- repositories; a runner, or a token to register one, may also be held by nobody: then it is the whole site's.

CREATE TABLE action_secret (
    id IDENTITY_KEY,
    account_id BIGINT REFERENCES account (id) ON DELETE CASCADE,
    repository_id BIGINT REFERENCES repository (id) ON DELETE CASCADE,
    name TEXT NOT NULL,  -- in capitals
    value TEXT NOT NULL, -- sealed
    description TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX action_secret_account ON action_secret (account_id, name) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX action_secret_repository ON action_secret (repository_id, name) WHERE repository_id IS NOT NULL;

CREATE TABLE action_variable (
    id IDENTITY_KEY,
    account_id BIGINT REFERENCES account (id) ON DELETE CASCADE,
    repository_id BIGINT REFERENCES repository (id) ON DELETE CASCADE,
    name TEXT NOT NULL, -- in capitals
    value TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE UNIQUE INDEX action_variable_account ON action_variable (account_id, name) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX action_variable_repository ON action_variable (repository_id, name)
    WHERE repository_id IS NOT NULL;

-- The current token of each holder. It is told again to whoever may have it, so it is sealed and not only hashed.
CREATE TABLE runner_registration (
    id IDENTITY_KEY,
    account_id BIGINT REFERENCES account (id) ON DELETE CASCADE,
    repository_id BIGINT REFERENCES repository (id) ON DELETE CASCADE,
    token TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX runner_registration_holder ON runner_registration (COALESCE(account_id, 0), COALESCE(repository_id, 0));
CREATE INDEX runner_registration_account ON runner_registration (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX runner_registration_repository ON runner_registration (repository_id) WHERE repository_id IS NOT NULL;

CREATE TABLE action_runner (
    id IDENTITY_KEY,
    uuid TEXT NOT NULL UNIQUE,
    token_hash TEXT NOT NULL,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    account_id BIGINT REFERENCES account (id) ON DELETE CASCADE,
    repository_id BIGINT REFERENCES repository (id) ON DELETE CASCADE,
    labels TEXT NOT NULL,            -- a line for each
    ephemeral BOOLEAN NOT NULL,
    disabled BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,         -- when it last called, give or take some seconds
    active_at BIGINT NOT NULL DEFAULT 0 -- when it last told of a task that was not over
);
CREATE INDEX action_runner_account ON action_runner (account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX action_runner_repository ON action_runner (repository_id, id) WHERE repository_id IS NOT NULL;
