-- A delivery is sent by a job (0120). Its row keeps what is shown of it.
INSERT INTO job (kind, owner, key, payload, state, due_at, attempts, last_error, created_at)
    SELECT 'webhook', '' || hook_id, '' || hook_id, '' || id, 'arrived', due_at, attempts, error,
           created_at
    FROM webhook_delivery WHERE state = 'waiting' ORDER BY id;
