-- Rules for branches. rule_name is a name or a pattern; the first that fits, by priority, is the one that counts. Whether
-- a list is in force is said here, who is on it in the two tables below: it stays known while the list is switched off.
CREATE TABLE branch_protection (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    rule_name TEXT NOT NULL,
    priority BIGINT NOT NULL,
    enable_push BOOLEAN NOT NULL DEFAULT FALSE,
    push_list BOOLEAN NOT NULL DEFAULT FALSE,
    push_deploy_keys BOOLEAN NOT NULL DEFAULT FALSE,
    enable_force_push BOOLEAN NOT NULL DEFAULT FALSE,
    force_push_list BOOLEAN NOT NULL DEFAULT FALSE,
    force_push_deploy_keys BOOLEAN NOT NULL DEFAULT FALSE,
    merge_list BOOLEAN NOT NULL DEFAULT FALSE,
    bypass_list BOOLEAN NOT NULL DEFAULT FALSE,
    approvals_list BOOLEAN NOT NULL DEFAULT FALSE,
    required_approvals BIGINT NOT NULL DEFAULT 0,
    enable_status_check BOOLEAN NOT NULL DEFAULT FALSE,
    status_check_contexts TEXT, -- a list as JSON; NULL until somebody has named one
    block_on_rejected_reviews BOOLEAN NOT NULL DEFAULT FALSE,
    block_on_official_review_requests BOOLEAN NOT NULL DEFAULT FALSE,
    block_on_codeowner_reviews BOOLEAN NOT NULL DEFAULT FALSE,
    block_on_outdated_branch BOOLEAN NOT NULL DEFAULT FALSE,
    dismiss_stale_approvals BOOLEAN NOT NULL DEFAULT FALSE,
    ignore_stale_approvals BOOLEAN NOT NULL DEFAULT FALSE,
    require_signed_commits BOOLEAN NOT NULL DEFAULT FALSE,
    protected_file_patterns TEXT NOT NULL DEFAULT '',
    unprotected_file_patterns TEXT NOT NULL DEFAULT '',
    block_admin_merge_override BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (repository_id, rule_name)
);

-- list is one of repositories::RuleList.
CREATE TABLE branch_protection_person (
    protection_id BIGINT NOT NULL REFERENCES branch_protection (id) ON DELETE CASCADE,
    list TEXT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    PRIMARY KEY (protection_id, list, account_id)
);
CREATE INDEX branch_protection_person_account ON branch_protection_person (account_id);

CREATE TABLE branch_protection_team (
    protection_id BIGINT NOT NULL REFERENCES branch_protection (id) ON DELETE CASCADE,
    list TEXT NOT NULL,
    team_id BIGINT NOT NULL REFERENCES team (id) ON DELETE CASCADE,
    PRIMARY KEY (protection_id, list, team_id)
);
CREATE INDEX branch_protection_team_team ON branch_protection_team (team_id);

-- Rules for tags: whoever is on no list of the rules that fit a tag cannot make, move or delete it.
CREATE TABLE tag_protection (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    name_pattern TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (repository_id, name_pattern)
);

CREATE TABLE tag_protection_person (
    protection_id BIGINT NOT NULL REFERENCES tag_protection (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    PRIMARY KEY (protection_id, account_id)
);
CREATE INDEX tag_protection_person_account ON tag_protection_person (account_id);

CREATE TABLE tag_protection_team (
    protection_id BIGINT NOT NULL REFERENCES tag_protection (id) ON DELETE CASCADE,
    team_id BIGINT NOT NULL REFERENCES team (id) ON DELETE CASCADE,
    PRIMARY KEY (protection_id, team_id)
);
CREATE INDEX tag_protection_team_team ON tag_protection_team (team_id);
