-- What an account is found by: name, full name and address, in lower case, a line each. Both engines index its pieces of
-- three letters, each in its own way, and give it the same name and columns, so that one statement serves both.
--
-- account_change gets a row with every change that may change what a search finds. The rows that can be seen stand for
-- the state of the accounts, so that a number that was counted is known to be right as long as they are the same.
CREATE TABLE account_change (id IDENTITY_KEY);

-- only sqlite
CREATE VIRTUAL TABLE account_search USING fts5 (text, tokenize = 'trigram');
INSERT INTO account_search (rowid, text)
    SELECT id, lower_name || char(10) || lower(full_name) || char(10) || lower(email) FROM account;
CREATE TRIGGER account_search_insert AFTER INSERT ON account BEGIN
    INSERT INTO account_search (rowid, text)
        VALUES (new.id, new.lower_name || char(10) || lower(new.full_name) || char(10) || lower(new.email));
    INSERT INTO account_change (id) VALUES (NULL);
END;
CREATE TRIGGER account_search_update AFTER UPDATE OF lower_name, full_name, email ON account BEGIN
    UPDATE account_search SET text = new.lower_name || char(10) || lower(new.full_name) || char(10) || lower(new.email)
        WHERE rowid = new.id;
    INSERT INTO account_change (id) VALUES (NULL);
END;
CREATE TRIGGER account_search_hide AFTER UPDATE OF kind, visibility, keep_email_private ON account BEGIN
    INSERT INTO account_change (id) VALUES (NULL);
END;
CREATE TRIGGER account_search_delete AFTER DELETE ON account BEGIN
    DELETE FROM account_search WHERE rowid = old.id;
    INSERT INTO account_change (id) VALUES (NULL);
END;
-- end

-- only postgres
CREATE VIEW account_search AS
    SELECT id AS rowid, lower_name || chr(10) || lower(full_name) || chr(10) || lower(email) AS text FROM account;
CREATE FUNCTION note_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO account_change DEFAULT VALUES;
    RETURN NULL;
END $$;
CREATE TRIGGER account_changed
    AFTER INSERT OR DELETE OR UPDATE OF lower_name, full_name, email, kind, visibility, keep_email_private ON account
    FOR EACH STATEMENT EXECUTE FUNCTION note_account_change();
-- The extension comes with PostgreSQL, but not every package has it and not every role may create it. Without it a
-- search reads all accounts, and finds the same.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'searching accounts without pg_trgm: %', SQLERRM;
END $$;
DO $$
DECLARE
    home TEXT;
BEGIN
    SELECT n.nspname INTO home FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
        WHERE e.extname = 'pg_trgm';
    IF home IS NOT NULL THEN
        EXECUTE format('CREATE INDEX account_search_text ON account USING gin ((lower_name || chr(10) ||'
            || ' lower(full_name) || chr(10) || lower(email)) %I.gin_trgm_ops) WITH (fastupdate = off)', home);
    END IF;
END $$;
-- end
