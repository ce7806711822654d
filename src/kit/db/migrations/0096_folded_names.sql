-- What is searched without regard to case has none in any script: folded() on both engines. SQLite is given it by the
-- program (src/db/sqlite_connection.cpp). What the searches of accounts and repositories look at is folded anew.
-- only sqlite
DROP TRIGGER account_search_insert;
DROP TRIGGER account_search_update;
UPDATE account_search SET text = (SELECT a.lower_name || char(10) || folded(a.full_name) || char(10) || folded(a.email)
    FROM account a WHERE a.id = account_search.rowid)
    WHERE rowid IN
        (SELECT id FROM account WHERE lower(full_name) <> folded(full_name) OR lower(email) <> folded(email));
CREATE TRIGGER account_search_insert AFTER INSERT ON account BEGIN
    INSERT INTO account_search (rowid, text)
        VALUES (new.id, new.lower_name || char(10) || folded(new.full_name) || char(10) || folded(new.email));
    INSERT INTO account_change (id) VALUES (NULL);
END;
CREATE TRIGGER account_search_update AFTER UPDATE OF lower_name, full_name, email ON account BEGIN
    UPDATE account_search
        SET text = new.lower_name || char(10) || folded(new.full_name) || char(10) || folded(new.email)
        WHERE rowid = new.id;
    INSERT INTO account_change (id) VALUES (NULL);
END;
INSERT INTO account_change (id) VALUES (NULL);

DROP TRIGGER repository_search_insert;
DROP TRIGGER repository_search_update;
UPDATE repository_search SET text = (SELECT r.lower_name || char(10) || r.topics || char(10) || folded(r.description)
    FROM repository r WHERE r.id = repository_search.rowid)
    WHERE rowid IN (SELECT id FROM repository WHERE lower(description) <> folded(description));
CREATE TRIGGER repository_search_insert AFTER INSERT ON repository BEGIN
    INSERT INTO repository_search (rowid, text)
        VALUES (new.id, new.lower_name || char(10) || new.topics || char(10) || folded(new.description));
END;
CREATE TRIGGER repository_search_update AFTER UPDATE OF lower_name, topics, description ON repository BEGIN
    UPDATE repository_search SET text = new.lower_name || char(10) || new.topics || char(10) || folded(new.description)
        WHERE rowid = new.id;
END;
-- end

-- The locale of a database may know ASCII alone, so ICU is asked where PostgreSQL has it. It writes a sigma otherwise
-- at the end of a word, where a search does not know whether it is one. A function that an index is made with calls no
-- other of ours: when a backup is restored, it would not be found.
-- only postgres
DO $$
DECLARE
    folding TEXT := 'replace(lower(%s), U&''\03C2'', U&''\03C3'')';
    marks TEXT := '''!"#$%&''''()*+,-./:;<=>?@[\]^_`{|}~''';
    words TEXT;
BEGIN
    IF EXISTS (SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu' AND collnamespace = 'pg_catalog'::regnamespace)
    THEN
        folding := 'replace(lower(%s COLLATE pg_catalog."und-x-icu"), U&''\03C2'', U&''\03C3'')';
    END IF;
    EXECUTE 'CREATE FUNCTION folded(written TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$ SELECT '
        || format(folding, 'written') || ' $body$';
    words := 'translate(' || format(folding, 'left(written, 200000)') || ', ' || marks || ', repeat('' '', 32))';
    EXECUTE 'CREATE OR REPLACE FUNCTION plain_words(written TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE'
        || ' AS $body$ SELECT ' || words || ' $body$';
    EXECUTE 'CREATE OR REPLACE FUNCTION words_of(written TEXT) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE'
        || ' AS $body$ SELECT to_tsvector(''simple'', ' || words || ') $body$';
END $$;
CREATE OR REPLACE VIEW account_search AS
    SELECT id AS rowid, lower_name || chr(10) || folded(full_name) || chr(10) || folded(email) AS text FROM account;
CREATE OR REPLACE VIEW repository_search AS
    SELECT id AS rowid, lower_name || chr(10) || topics || chr(10) || folded(description) AS text FROM repository;
DROP INDEX IF EXISTS account_search_text;
DROP INDEX IF EXISTS repository_search_text;
DO $$
DECLARE
    home TEXT;
BEGIN
    SELECT n.nspname INTO home FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
        WHERE e.extname = 'pg_trgm';
    IF home IS NOT NULL THEN
        EXECUTE format('CREATE INDEX account_search_text ON account USING gin ((lower_name || chr(10) ||'
            || ' folded(full_name) || chr(10) || folded(email)) %I.gin_trgm_ops) WITH (fastupdate = off)', home);
        EXECUTE format('CREATE INDEX repository_search_text ON repository USING gin ((lower_name || chr(10) ||'
            || ' topics || chr(10) || folded(description)) %I.gin_trgm_ops) WITH (fastupdate = off)', home);
    END IF;
END $$;
REINDEX INDEX issue_words_index;
REINDEX INDEX comment_words_index;
-- end
