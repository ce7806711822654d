-- By which rule old versions of packages go: one for each owner and kind.
CREATE TABLE package_cleanup_rule (
    id IDENTITY_KEY,
    owner_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    keep_count BIGINT NOT NULL,
    keep_pattern TEXT NOT NULL,
    remove_days BIGINT NOT NULL,
    remove_pattern TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (owner_id, type)
);
