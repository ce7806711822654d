-- The large files of mirrors. Of pull mirrors, those whose large files follow, too.
CREATE TABLE pull_mirror_lfs (
    repository_id BIGINT PRIMARY KEY REFERENCES pull_mirror (repository_id) ON DELETE CASCADE,
    endpoint TEXT NOT NULL, -- empty: where clients look by themselves
    -- Where branches and tags were, an id a line, when the large files of all that they lead to had come; empty: none
    -- have come yet. NULL: all have, of what is here now.
    since TEXT
);
-- Those that were copied with their large files have had none since.
INSERT INTO pull_mirror_lfs (repository_id, endpoint, since)
    SELECT p.repository_id, m.lfs_endpoint, '' FROM pull_mirror p JOIN migration m ON m.repository_id = p.repository_id
    WHERE m.wanted >= 64; -- the last of the bits

-- Of repositories elsewhere that follow one of ours: all large files that came before were sent.
ALTER TABLE push_mirror ADD COLUMN large_files_at BIGINT NOT NULL DEFAULT 0;
