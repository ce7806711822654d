-- What follows from pushes is done by jobs (0120), whose keys are the repositories: what is to be done stays in the
-- tables of the rooms, except where there is no more to say than the repository.
INSERT INTO job (kind, owner, key, state, due_at, created_at)
    SELECT 'repository_index', '' || repository_id, '' || repository_id, 'arrived', 0, 0
    FROM (SELECT repository_id FROM outdated_figures UNION SELECT repository_id FROM outdated_history) AS outdated;
INSERT INTO job (kind, owner, key, state, due_at, created_at)
    SELECT 'post_push', '' || repository_id, '' || repository_id, 'arrived', 0, 0
    FROM (SELECT repository_id FROM outdated_pulls UNION SELECT repository_id FROM unread_push
          UNION SELECT repository_id FROM lfs_arrival UNION SELECT repository_id FROM doomed_pull_head) AS pushed;
INSERT INTO job (kind, owner, key, state, due_at, created_at)
    SELECT 'workflow_trigger', '' || repository_id, '' || repository_id, 'arrived', 0, 0
    FROM workflow_event GROUP BY repository_id;
INSERT INTO job (kind, owner, key, state, due_at, created_at)
    SELECT 'scheduled_merge', '' || issue_id, '' || issue_id, 'arrived', 0, created_at FROM pull_schedule WHERE due;
DROP TABLE outdated_figures;
DROP TABLE outdated_history;
DROP INDEX unread_push_due;
ALTER TABLE unread_push DROP COLUMN due_at;
DROP INDEX workflow_event_due;
ALTER TABLE workflow_event DROP COLUMN due_at;
DROP INDEX outdated_pulls_due;
