-- Repositories that were pushed to since their histories were last indexed (0022).
CREATE TABLE outdated_history (
    repository_id BIGINT PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE
);
