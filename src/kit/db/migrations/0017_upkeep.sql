-- The tasks that keep the site in order: when each ran and will run. Whoever runs one holds its lease, so that of
-- several servers on one database only one does; a lease that is not renewed runs out.
CREATE TABLE upkeep_task (
    name TEXT PRIMARY KEY,
    schedule TEXT NOT NULL,
    next_at BIGINT NOT NULL,
    prev_at BIGINT NOT NULL,
    exec_times BIGINT NOT NULL DEFAULT 0,
    lease_owner TEXT NOT NULL DEFAULT '',
    lease_until BIGINT NOT NULL DEFAULT 0
);
