ALTER TABLE account ADD COLUMN repo_admin_change_team_access BOOLEAN NOT NULL DEFAULT FALSE;

-- Members are exactly the people who sit in a team. Kept beside the seats, because every list of members asks for it
-- and because being shown as a member is a person's own choice, whatever teams come and go.
CREATE TABLE organization_member (
    organization_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    is_public BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (organization_id, account_id)
);
CREATE INDEX organization_member_account ON organization_member (account_id);

-- permission is what the team was given as a whole; levels is what follows from it or from its single units, packed as
-- in src/access/levels.hpp, and the only thing that access is decided by.
CREATE TABLE team (
    id IDENTITY_KEY,
    organization_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    lower_name TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    permission TEXT NOT NULL,
    levels BIGINT NOT NULL,
    includes_all_repositories BOOLEAN NOT NULL DEFAULT FALSE,
    can_create_org_repo BOOLEAN NOT NULL DEFAULT FALSE,
    visibility TEXT NOT NULL DEFAULT 'private',
    UNIQUE (organization_id, lower_name)
);

CREATE TABLE team_member (
    team_id BIGINT NOT NULL REFERENCES team (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    PRIMARY KEY (team_id, account_id)
);
CREATE INDEX team_member_account ON team_member (account_id);
