-- What issues are found by: the words of their titles and texts, and of what was said about them. Both engines index
-- them, each in its own way; issue_words('"word"') and comment_words('"word"') give the ids of what has the word, on
-- both. A word is a run of letters and digits, in any case.
-- only sqlite
CREATE VIRTUAL TABLE issue_words USING fts5
    (title, body, content = 'issue', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 0');
CREATE TRIGGER issue_words_insert AFTER INSERT ON issue BEGIN
    INSERT INTO issue_words (rowid, title, body) VALUES (new.id, new.title, new.body);
END;
CREATE TRIGGER issue_words_update AFTER UPDATE OF title, body ON issue
    WHEN old.title <> new.title OR old.body <> new.body BEGIN
    INSERT INTO issue_words (issue_words, rowid, title, body) VALUES ('delete', old.id, old.title, old.body);
    INSERT INTO issue_words (rowid, title, body) VALUES (new.id, new.title, new.body);
END;
CREATE TRIGGER issue_words_delete AFTER DELETE ON issue BEGIN
    INSERT INTO issue_words (issue_words, rowid, title, body) VALUES ('delete', old.id, old.title, old.body);
END;

CREATE VIRTUAL TABLE comment_words USING fts5
    (body, content = 'comment', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 0');
CREATE TRIGGER comment_words_insert AFTER INSERT ON comment WHEN new.kind IN ('comment', 'review', 'code') BEGIN
    INSERT INTO comment_words (rowid, body) VALUES (new.id, new.body);
END;
CREATE TRIGGER comment_words_update AFTER UPDATE OF body ON comment
    WHEN new.kind IN ('comment', 'review', 'code') AND old.body <> new.body BEGIN
    INSERT INTO comment_words (comment_words, rowid, body) VALUES ('delete', old.id, old.body);
    INSERT INTO comment_words (rowid, body) VALUES (new.id, new.body);
END;
CREATE TRIGGER comment_words_delete AFTER DELETE ON comment WHEN old.kind IN ('comment', 'review', 'code') BEGIN
    INSERT INTO comment_words (comment_words, rowid, body) VALUES ('delete', old.id, old.body);
END;
-- end

-- A vector of words holds a megabyte at most, so of a long text its beginning is indexed.
-- only postgres
CREATE FUNCTION plain_words(written TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT translate(left(written, 200000), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))
$$;
CREATE FUNCTION words_of(written TEXT) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT to_tsvector('simple', translate(left(written, 200000), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
$$;
CREATE INDEX issue_words_index ON issue USING gin (words_of(title || ' ' || body));
CREATE INDEX comment_words_index ON comment USING gin (words_of(body)) WHERE kind IN ('comment', 'review', 'code');
CREATE FUNCTION issue_words(wanted TEXT) RETURNS TABLE (rowid BIGINT) LANGUAGE sql STABLE AS $$
    SELECT id FROM issue WHERE words_of(title || ' ' || body) @@ phraseto_tsquery('simple', plain_words(wanted))
$$;
CREATE FUNCTION comment_words(wanted TEXT) RETURNS TABLE (rowid BIGINT) LANGUAGE sql STABLE AS $$
    SELECT id FROM comment WHERE kind IN ('comment', 'review', 'code')
        AND words_of(body) @@ phraseto_tsquery('simple', plain_words(wanted))
$$;
-- end

-- Pushes whose commits nobody has read yet: what their messages refer to, close and reopen. Read in the background.
CREATE TABLE unread_push (
    id IDENTITY_KEY,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    pusher_id BIGINT NOT NULL,
    ref TEXT NOT NULL,
    before_id TEXT NOT NULL,
    after_id TEXT NOT NULL,
    due_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX unread_push_due ON unread_push (due_at);
CREATE INDEX unread_push_repository ON unread_push (repository_id);

-- A number that no two states of a repository's issues have in common, so that what was found in one of them is known to
-- be right for as long as the number is the same. 0: nothing was ever done to its issues.
ALTER TABLE repository ADD COLUMN issue_state BIGINT NOT NULL DEFAULT 0;
