-- What waits for servers elsewhere is done by jobs (0120): copies of repositories, mirrors, and calls that tell of the end
-- of a session. What is to be done stays in the tables of the rooms.
INSERT INTO job (kind, owner, key, state, due_at, created_at)
    SELECT 'migration', '' || doer_id, '' || repository_id, 'arrived', 0, created_at
    FROM migration WHERE due_at > 0 ORDER BY due_at, repository_id;
DROP INDEX migration_due;
DROP INDEX migration_doer;
ALTER TABLE migration DROP COLUMN due_at;
ALTER TABLE migration DROP COLUMN lease_until;
ALTER TABLE migration DROP COLUMN attempts;
CREATE INDEX migration_doer ON migration (doer_id) WHERE state IN ('waiting', 'running');

INSERT INTO job (kind, owner, key, state, due_at, created_at)
    SELECT 'pull_mirror', '' || r.owner_id, '' || m.repository_id, 'arrived', 0, 0
    FROM pull_mirror m JOIN repository r ON r.id = m.repository_id WHERE m.due_at > 0
    ORDER BY m.due_at, m.repository_id;
DROP INDEX pull_mirror_due;
ALTER TABLE pull_mirror DROP COLUMN due_at;
ALTER TABLE pull_mirror DROP COLUMN lease_until;

INSERT INTO job (kind, owner, key, state, due_at, created_at)
    SELECT 'push_mirror', '' || r.owner_id, '' || m.id, 'arrived', 0, 0
    FROM push_mirror m JOIN repository r ON r.id = m.repository_id WHERE m.due_at > 0 ORDER BY m.due_at, m.id;
DROP INDEX push_mirror_due;
ALTER TABLE push_mirror DROP COLUMN due_at;
ALTER TABLE push_mirror DROP COLUMN lease_until;

-- Sessions are ended by the database itself in some ways (0095), and so it writes the job.
INSERT INTO job (kind, owner, key, state, due_at, attempts, created_at)
    SELECT 'session_end', '' || application_id, '' || id, 'arrived', due_at, attempts, 0 FROM oauth2_logout ORDER BY id;
DROP INDEX oauth2_logout_due_at;
ALTER TABLE oauth2_logout DROP COLUMN due_at;
ALTER TABLE oauth2_logout DROP COLUMN attempts;

-- only sqlite
CREATE TRIGGER oauth2_logout_job AFTER INSERT ON oauth2_logout BEGIN
    INSERT INTO job (kind, owner, key, state, due_at, created_at)
        VALUES ('session_end', '' || new.application_id, '' || new.id, 'arrived', 0,
                CAST(strftime('%s', 'now') AS INTEGER));
END;
UPDATE job SET created_at = CAST(strftime('%s', 'now') AS INTEGER) WHERE created_at = 0;
-- end

-- only postgres
CREATE FUNCTION put_oauth2_logout_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO job (kind, owner, key, state, due_at, created_at)
        VALUES ('session_end', '' || NEW.application_id, '' || NEW.id, 'arrived', 0,
                CAST(EXTRACT(EPOCH FROM now()) AS BIGINT));
    RETURN NULL;
END $$;
CREATE TRIGGER oauth2_logout_job AFTER INSERT ON oauth2_logout FOR EACH ROW EXECUTE FUNCTION put_oauth2_logout_job();
UPDATE job SET created_at = CAST(EXTRACT(EPOCH FROM now()) AS BIGINT) WHERE created_at = 0;
-- end
