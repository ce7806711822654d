-- A mail is sent by a job (0120): when it is due, how often it was tried and why it was not taken is the job's. Of what
-- was given up only the job is left.
INSERT INTO job (kind, owner, key, state, due_at, attempts, last_error, created_at)
    SELECT 'mail', recipient, '' || id, CASE WHEN failed THEN 'failed' ELSE 'arrived' END, due_at, attempts,
           last_error, created_at
    FROM outgoing_mail ORDER BY id;
DELETE FROM outgoing_mail WHERE failed;
DROP INDEX outgoing_mail_due_at;
ALTER TABLE outgoing_mail DROP COLUMN attempts;
ALTER TABLE outgoing_mail DROP COLUMN failed;
ALTER TABLE outgoing_mail DROP COLUMN last_error;
ALTER TABLE outgoing_mail DROP COLUMN due_at;
