-- What jobs say about places in files, by lines of their logs (::error file=app.c,line=3::what is wrong). It is found as
-- the log comes, so that nobody has to read the log again for it; at most some for each task.
CREATE TABLE action_annotation (
    task_id BIGINT NOT NULL REFERENCES action_task (id) ON DELETE CASCADE,
    log_row BIGINT NOT NULL,  -- of the task's log, counted from 0
    level TEXT NOT NULL,      -- error, warning, notice
    title TEXT NOT NULL,
    message TEXT NOT NULL,
    file TEXT NOT NULL,       -- as the job calls it; empty: it is about none
    line BIGINT NOT NULL,     -- 0: about the whole file
    last_line BIGINT NOT NULL,
    PRIMARY KEY (task_id, log_row)
);
