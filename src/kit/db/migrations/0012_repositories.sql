-- audience says who may read the repository without having been given access (src/access/repositories.hpp); it follows
-- from private and the owner's visibility. units holds a bit for each unit that is switched on.
CREATE TABLE repository (
    id IDENTITY_KEY,
    owner_id BIGINT NOT NULL REFERENCES account (id),
    storage TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    lower_name TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    website TEXT NOT NULL DEFAULT '',
    private BOOLEAN NOT NULL DEFAULT FALSE,
    audience BIGINT NOT NULL,
    units BIGINT NOT NULL,
    template BOOLEAN NOT NULL DEFAULT FALSE,
    mirror BOOLEAN NOT NULL DEFAULT FALSE,
    empty BOOLEAN NOT NULL DEFAULT TRUE,
    archived_at BIGINT NOT NULL DEFAULT 0,
    fork_of BIGINT REFERENCES repository (id) ON DELETE SET NULL,
    template_of BIGINT REFERENCES repository (id) ON DELETE SET NULL,
    default_branch TEXT NOT NULL,
    default_target_branch TEXT NOT NULL DEFAULT '',
    object_format TEXT NOT NULL DEFAULT 'sha1',
    trust_model TEXT NOT NULL DEFAULT 'default',
    original_url TEXT NOT NULL DEFAULT '',
    avatar TEXT NOT NULL DEFAULT '',

    time_tracker BOOLEAN NOT NULL DEFAULT TRUE,
    only_contributors_track_time BOOLEAN NOT NULL DEFAULT TRUE,
    issue_dependencies BOOLEAN NOT NULL DEFAULT TRUE,
    external_tracker_url TEXT NOT NULL DEFAULT '',
    external_tracker_format TEXT NOT NULL DEFAULT '',
    external_tracker_style TEXT NOT NULL DEFAULT '',
    external_tracker_pattern TEXT NOT NULL DEFAULT '',
    external_wiki_url TEXT NOT NULL DEFAULT '',
    projects_mode TEXT NOT NULL DEFAULT 'all',
    wiki_branch TEXT NOT NULL DEFAULT 'main',

    ignore_whitespace_conflicts BOOLEAN NOT NULL DEFAULT FALSE,
    allow_merge_commits BOOLEAN NOT NULL DEFAULT TRUE,
    allow_rebase BOOLEAN NOT NULL DEFAULT TRUE,
    allow_rebase_explicit BOOLEAN NOT NULL DEFAULT TRUE,
    allow_squash_merge BOOLEAN NOT NULL DEFAULT TRUE,
    allow_fast_forward_only_merge BOOLEAN NOT NULL DEFAULT TRUE,
    allow_manual_merge BOOLEAN NOT NULL DEFAULT FALSE,
    autodetect_manual_merge BOOLEAN NOT NULL DEFAULT FALSE,
    allow_merge_update BOOLEAN NOT NULL DEFAULT TRUE,
    allow_rebase_update BOOLEAN NOT NULL DEFAULT TRUE,
    default_merge_style TEXT NOT NULL DEFAULT 'merge',
    default_update_style TEXT NOT NULL DEFAULT 'merge',
    default_delete_branch_after_merge BOOLEAN NOT NULL DEFAULT FALSE,
    default_allow_maintainer_edit BOOLEAN NOT NULL DEFAULT TRUE,

    -- Kept here so that no list counts or reads git.
    topics TEXT NOT NULL DEFAULT '',
    licenses TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT '',
    git_size BIGINT NOT NULL DEFAULT 0,
    lfs_size BIGINT NOT NULL DEFAULT 0,
    stars_count BIGINT NOT NULL DEFAULT 0,
    forks_count BIGINT NOT NULL DEFAULT 0,
    watchers_count BIGINT NOT NULL DEFAULT 0,
    open_issues_count BIGINT NOT NULL DEFAULT 0,
    closed_issues_count BIGINT NOT NULL DEFAULT 0,
    open_pulls_count BIGINT NOT NULL DEFAULT 0,
    closed_pulls_count BIGINT NOT NULL DEFAULT 0,
    release_count BIGINT NOT NULL DEFAULT 0,
    branch_count BIGINT NOT NULL DEFAULT 0,
    last_issue_number BIGINT NOT NULL DEFAULT 0,

    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    pushed_at BIGINT NOT NULL DEFAULT 0,
    UNIQUE (owner_id, lower_name)
);
CREATE INDEX repository_fork_of ON repository (fork_of);

-- What an owner hides, its repositories must not show, whoever changes it and by whatever way.
-- only sqlite
CREATE TRIGGER repository_audience AFTER UPDATE OF visibility ON account BEGIN
    UPDATE repository SET audience = CASE new.visibility WHEN 'public' THEN 0 WHEN 'limited' THEN 1 ELSE 2 END
        WHERE owner_id = new.id AND NOT private;
END;
-- end
-- only postgres
CREATE FUNCTION follow_owner_visibility() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE repository SET audience = CASE new.visibility WHEN 'public' THEN 0 WHEN 'limited' THEN 1 ELSE 2 END
        WHERE owner_id = new.id AND NOT private;
    RETURN NULL;
END $$;
CREATE TRIGGER repository_audience AFTER UPDATE OF visibility ON account
    FOR EACH ROW WHEN (old.visibility IS DISTINCT FROM new.visibility) EXECUTE FUNCTION follow_owner_visibility();
-- end

-- Folders of the store that must go: of repositories that were deleted, and of those that are being made, until they
-- are. Whoever dies in between leaves a row here, and the clean-up finds it.
CREATE TABLE doomed_storage (
    storage TEXT PRIMARY KEY,
    since BIGINT NOT NULL
);

-- Where a repository was before it was renamed or given away, until something else takes the place.
CREATE TABLE repository_redirect (
    owner_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    lower_name TEXT NOT NULL,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    PRIMARY KEY (owner_id, lower_name)
);

-- People who were let in one by one. levels as in src/access/levels.hpp.
CREATE TABLE collaboration (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    levels BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (repository_id, account_id)
);
CREATE INDEX collaboration_account ON collaboration (account_id);

-- A team that includes all repositories has a row here for each of them, like any other team.
CREATE TABLE team_repository (
    team_id BIGINT NOT NULL REFERENCES team (id) ON DELETE CASCADE,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    PRIMARY KEY (team_id, repository_id)
);
CREATE INDEX team_repository_repository ON team_repository (repository_id);

-- A token that is limited to repositories opens these alone.
CREATE TABLE token_repository (
    token_id BIGINT NOT NULL REFERENCES access_token (id) ON DELETE CASCADE,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    PRIMARY KEY (token_id, repository_id)
);
