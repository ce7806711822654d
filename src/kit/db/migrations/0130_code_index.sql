-- What searches for code look at: the files of each repository's default branch, and their texts. A text is there once,
-- by the name of its blob, however many repositories have it: forks cost their differences. Rows refer to no
-- repository, because those of a deleted one are removed a few at a time (src/forge/code_search/indexer.cpp).
CREATE TABLE code_text (
    id IDENTITY_KEY,
    blob_id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL
);
CREATE TABLE code_file (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL,
    path TEXT NOT NULL,
    text_id BIGINT NOT NULL REFERENCES code_text (id),
    language TEXT NOT NULL,
    lesser BOOLEAN NOT NULL, -- somebody else's work, or a program's: found after the rest
    bytes BIGINT NOT NULL,
    UNIQUE (repository_id, path)
);
CREATE INDEX code_file_text ON code_file (text_id);

-- Which commit of a repository is indexed, and by which rules (their version).
CREATE TABLE code_index (
    repository_id BIGINT PRIMARY KEY,
    commit_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    pending TEXT NOT NULL,   -- the commit that it is being brought to, in several transactions; empty: none
    reached TEXT NOT NULL,   -- the last path that was done of that
    cut BOOLEAN NOT NULL,    -- there is more than is kept of one repository
    indexed_at BIGINT NOT NULL
);

-- Both engines index pieces of three letters. code_words(pieces) gives the ids of the texts that have all of them, on
-- both; the pieces are written as each engine wants them. Whether they are where they were looked for is for the reader
-- of the text to see, so the index need not know their places.
CREATE TABLE code_search_engine (indexed BOOLEAN NOT NULL);

-- only sqlite
CREATE VIRTUAL TABLE code_words USING fts5
    (text, content = 'code_text', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0);
CREATE TRIGGER code_words_insert AFTER INSERT ON code_text BEGIN
    INSERT INTO code_words (rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER code_words_delete AFTER DELETE ON code_text BEGIN
    INSERT INTO code_words (code_words, rowid, text) VALUES ('delete', old.id, old.text);
END;
INSERT INTO code_search_engine (indexed) VALUES (TRUE);
-- end

-- only postgres
-- gin_trgm_ops would read every text that it has found once more, which for a common word is all of them. What
-- show_trgm() gives is an array, whose index is exact.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'searching code without pg_trgm: %', SQLERRM;
END $$;
INSERT INTO code_search_engine (indexed) VALUES (FALSE);
-- Without the extension the latest texts are read, and not all of them: nobody waits for minutes.
CREATE FUNCTION code_words(wanted TEXT) RETURNS TABLE (rowid BIGINT) LANGUAGE sql STABLE AS $$
    SELECT t.id FROM (SELECT id, text FROM code_text ORDER BY id DESC LIMIT 5000) t
    WHERE lower(t.text) LIKE ALL (ARRAY(SELECT '%' || trim(both ' ' FROM w) || '%' FROM unnest(wanted::text[]) w))
$$;
-- Called again at every start for as long as it returns false: the extension may come later.
CREATE FUNCTION prepare_code_words() RETURNS BOOLEAN LANGUAGE plpgsql AS $$
DECLARE
    home TEXT;
BEGIN
    SELECT n.nspname INTO home FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
        WHERE e.extname = 'pg_trgm';
    IF home IS NULL THEN
        RETURN FALSE;
    END IF;
    EXECUTE format('CREATE FUNCTION code_trigrams(written TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE PARALLEL SAFE'
        || ' AS $f$ SELECT %I.show_trgm(written) $f$', home);
    CREATE INDEX code_text_trigrams ON code_text USING gin (code_trigrams(text))
        WITH (fastupdate = on, gin_pending_list_limit = 1024);
    CREATE OR REPLACE FUNCTION code_words(wanted TEXT) RETURNS TABLE (rowid BIGINT) LANGUAGE sql STABLE AS $f$
        SELECT id FROM code_text WHERE code_trigrams(text) @> wanted::text[]
    $f$;
    UPDATE code_search_engine SET indexed = TRUE;
    RETURN TRUE;
END $$;
SELECT prepare_code_words();
-- end

-- What is there already.
INSERT INTO job (kind, owner, key, state, due_at, created_at)
    SELECT 'content_index', '' || id, '' || id, 'arrived', 0, 0 FROM repository WHERE NOT empty;
