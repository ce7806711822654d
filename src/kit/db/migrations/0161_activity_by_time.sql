-- A year of what somebody did is counted without reading the years before it.
CREATE INDEX activity_actor_time ON activity (actor_id, created_at, repository_id);
