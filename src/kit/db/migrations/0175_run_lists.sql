-- The newest runs of a repository, and how many there are in each state, for its page.
CREATE INDEX action_run_newest ON action_run (repository_id, id);
CREATE INDEX action_run_states ON action_run (repository_id, status);
