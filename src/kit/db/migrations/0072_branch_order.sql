-- The order in which branches are listed.
CREATE INDEX branch_newest ON branch (repository_id, committed_at DESC, arrival DESC, name);
