-- The workflows that were switched off when something happened. It is looked at later, when they may be on again, and
-- starts none of them all the same.
CREATE TABLE workflow_event_disabled (
    event_id BIGINT NOT NULL REFERENCES workflow_event (id) ON DELETE CASCADE,
    file TEXT NOT NULL,
    PRIMARY KEY (event_id, file)
);
