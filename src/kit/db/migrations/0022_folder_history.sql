-- The last commit that touched each entry of each folder of a default branch, as of the commit `tip`, and how many
-- commits lead to it. Kept with every push, so that listing a folder does not read its history. Names and folders are
-- percent-encoded: git does not ask that they are text.
CREATE TABLE history_index (
    repository_id BIGINT PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
    tip TEXT NOT NULL,
    commits BIGINT NOT NULL
);
CREATE TABLE folder_history (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    folder TEXT NOT NULL,
    entries TEXT NOT NULL,
    PRIMARY KEY (repository_id, folder)
);
