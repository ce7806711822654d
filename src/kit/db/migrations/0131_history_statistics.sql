-- Who has done how much in which week, for the pages about a repository's activity: counted by a job after each push, for
-- the new commits alone (src/forge/contents/statistics.cpp). A person's weeks are one text, because they are always read
-- together. The row without an address is everybody's together.
CREATE TABLE history_statistics (
    repository_id BIGINT PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
    commit_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    complete BOOLEAN NOT NULL, -- false: the history takes too long to go through, and the oldest of it is missing
    counted_at BIGINT NOT NULL
);
CREATE TABLE contributor_weeks (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    commits BIGINT NOT NULL,
    weeks TEXT NOT NULL, -- "week commits additions deletions" in lines; a week is counted from 1970-01-04, a Sunday
    PRIMARY KEY (repository_id, email)
);
CREATE INDEX contributor_weeks_most ON contributor_weeks (repository_id, commits);
