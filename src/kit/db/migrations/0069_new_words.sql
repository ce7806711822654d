-- FTS5 writes what it has gathered at every savepoint and at every statement that fires a trigger, which costs more than
-- all else that a new issue takes. So the new rows are noted, and what has come together is indexed once, right before
-- its commit (src/db/full_text_indexer.hpp). Of what is still to be indexed there is nothing to take out of the index.
-- only sqlite
CREATE TABLE issue_unindexed (id INTEGER PRIMARY KEY);
DROP TRIGGER issue_words_insert;
CREATE TRIGGER issue_words_insert AFTER INSERT ON issue BEGIN
    INSERT INTO issue_unindexed (id) VALUES (new.id);
END;
DROP TRIGGER issue_words_update;
CREATE TRIGGER issue_words_update AFTER UPDATE OF title, body ON issue
    WHEN (old.title <> new.title OR old.body <> new.body)
        AND NOT EXISTS (SELECT 1 FROM issue_unindexed WHERE id = old.id) BEGIN
    INSERT INTO issue_words (issue_words, rowid, title, body) VALUES ('delete', old.id, old.title, old.body);
    INSERT INTO issue_words (rowid, title, body) VALUES (new.id, new.title, new.body);
END;
DROP TRIGGER issue_words_delete;
CREATE TRIGGER issue_words_delete AFTER DELETE ON issue BEGIN
    INSERT INTO issue_words (issue_words, rowid, title, body)
        SELECT 'delete', old.id, old.title, old.body
            WHERE NOT EXISTS (SELECT 1 FROM issue_unindexed WHERE id = old.id);
    DELETE FROM issue_unindexed WHERE id = old.id;
END;

CREATE TABLE comment_unindexed (id INTEGER PRIMARY KEY);
DROP TRIGGER comment_words_insert;
CREATE TRIGGER comment_words_insert AFTER INSERT ON comment WHEN new.kind IN ('comment', 'review', 'code') BEGIN
    INSERT INTO comment_unindexed (id) VALUES (new.id);
END;
DROP TRIGGER comment_words_update;
CREATE TRIGGER comment_words_update AFTER UPDATE OF body ON comment
    WHEN new.kind IN ('comment', 'review', 'code') AND old.body <> new.body
        AND NOT EXISTS (SELECT 1 FROM comment_unindexed WHERE id = old.id) BEGIN
    INSERT INTO comment_words (comment_words, rowid, body) VALUES ('delete', old.id, old.body);
    INSERT INTO comment_words (rowid, body) VALUES (new.id, new.body);
END;
DROP TRIGGER comment_words_delete;
CREATE TRIGGER comment_words_delete AFTER DELETE ON comment WHEN old.kind IN ('comment', 'review', 'code') BEGIN
    INSERT INTO comment_words (comment_words, rowid, body)
        SELECT 'delete', old.id, old.body WHERE NOT EXISTS (SELECT 1 FROM comment_unindexed WHERE id = old.id);
    DELETE FROM comment_unindexed WHERE id = old.id;
END;
-- end
