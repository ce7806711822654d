-- A repository that waits for its new owner says so itself, so that nobody has to look for the transfer of one that does
-- not. Whoever may accept it can read it in the meantime, by a collaboration that ends with the transfer.
ALTER TABLE repository ADD COLUMN transferring BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE collaboration ADD COLUMN temporary BOOLEAN NOT NULL DEFAULT FALSE;

CREATE INDEX repository_owner ON repository (owner_id, id);
CREATE INDEX repository_name ON repository (lower_name);
CREATE INDEX repository_updated ON repository (updated_at);
CREATE INDEX repository_template_of ON repository (template_of);
CREATE INDEX repository_redirect_repository ON repository_redirect (repository_id);
CREATE INDEX token_repository_repository ON token_repository (repository_id);
CREATE INDEX repository_transfer_recipient ON repository_transfer (recipient_id);
CREATE INDEX repository_transfer_doer ON repository_transfer (doer_id);

-- What a repository is found by: its name, its topics and its description, in lower case, a line each. As with accounts,
-- both engines index its pieces of three letters and give it the same name and columns.
-- only sqlite
CREATE VIRTUAL TABLE repository_search USING fts5 (text, tokenize = 'trigram');
INSERT INTO repository_search (rowid, text)
    SELECT id, lower_name || char(10) || topics || char(10) || lower(description) FROM repository;
CREATE TRIGGER repository_search_insert AFTER INSERT ON repository BEGIN
    INSERT INTO repository_search (rowid, text)
        VALUES (new.id, new.lower_name || char(10) || new.topics || char(10) || lower(new.description));
END;
CREATE TRIGGER repository_search_update AFTER UPDATE OF lower_name, topics, description ON repository BEGIN
    UPDATE repository_search SET text = new.lower_name || char(10) || new.topics || char(10) || lower(new.description)
        WHERE rowid = new.id;
END;
CREATE TRIGGER repository_search_delete AFTER DELETE ON repository BEGIN
    DELETE FROM repository_search WHERE rowid = old.id;
END;
-- end

-- only postgres
CREATE VIEW repository_search AS
    SELECT id AS rowid, lower_name || chr(10) || topics || chr(10) || lower(description) AS text FROM repository;
-- Where the extension cannot be had a search reads all repositories, and finds the same.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'searching repositories without pg_trgm: %', SQLERRM;
END $$;
DO $$
DECLARE
    home TEXT;
BEGIN
    SELECT n.nspname INTO home FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
        WHERE e.extname = 'pg_trgm';
    IF home IS NOT NULL THEN
        EXECUTE format('CREATE INDEX repository_search_text ON repository USING gin ((lower_name || chr(10) ||'
            || ' topics || chr(10) || lower(description)) %I.gin_trgm_ops) WITH (fastupdate = off)', home);
    END IF;
END $$;
-- end
