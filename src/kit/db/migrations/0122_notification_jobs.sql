-- Notices are told by jobs (0120), one for each repository that has some.
INSERT INTO job (kind, owner, key, state, due_at, created_at)
    SELECT 'notification', '' || repository_id, '' || repository_id, 'arrived', MIN(created_at),
           MIN(created_at)
    FROM notice GROUP BY repository_id;
