-- issue_change gets a row with every change that may change which issues of a repository a list or a search finds, or
-- their order (cache/id_list_cache.hpp, issues/issue_filter.cpp, pulls/list.cpp). Nobody who changes something
-- has to say so.
CREATE TABLE issue_change (id IDENTITY_KEY, repository_id BIGINT NOT NULL);
CREATE INDEX issue_change_repository ON issue_change (repository_id, id);
INSERT INTO issue_change (repository_id) SELECT DISTINCT repository_id FROM issue;
ALTER TABLE repository DROP COLUMN issue_state;

-- The newest change stands for those before it, in each of the tables of changes. So their rows stay few, and it is not
-- for readers to tidy up. On PostgreSQL, where several write at once, only now and then, and nobody waits for it.

-- only sqlite
CREATE TRIGGER issue_change_replaces AFTER INSERT ON issue_change BEGIN
    DELETE FROM issue_change WHERE repository_id = new.repository_id AND id < new.id;
END;
CREATE TRIGGER account_change_replaces AFTER INSERT ON account_change BEGIN
    DELETE FROM account_change WHERE id < new.id;
END;
CREATE TRIGGER repository_change_replaces AFTER INSERT ON repository_change BEGIN
    DELETE FROM repository_change WHERE id < new.id;
END;
CREATE TRIGGER repository_gone_issue_change AFTER DELETE ON repository BEGIN
    DELETE FROM issue_change WHERE repository_id = old.id;
END;

CREATE TRIGGER issue_made_change AFTER INSERT ON issue BEGIN
    INSERT INTO issue_change (repository_id) VALUES (new.repository_id);
END;
CREATE TRIGGER issue_changed_change AFTER UPDATE ON issue BEGIN
    INSERT INTO issue_change (repository_id) VALUES (new.repository_id);
END;
CREATE TRIGGER issue_moved_change AFTER UPDATE OF repository_id ON issue
    WHEN old.repository_id <> new.repository_id BEGIN
    INSERT INTO issue_change (repository_id) VALUES (old.repository_id);
END;
CREATE TRIGGER issue_gone_change AFTER DELETE ON issue BEGIN
    INSERT INTO issue_change (repository_id) SELECT id FROM repository WHERE id = old.repository_id;
END;

CREATE TRIGGER comment_made_change AFTER INSERT ON comment BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = new.issue_id;
END;
CREATE TRIGGER comment_changed_change AFTER UPDATE ON comment BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = new.issue_id;
END;
CREATE TRIGGER comment_gone_change AFTER DELETE ON comment BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = old.issue_id;
END;

CREATE TRIGGER review_made_change AFTER INSERT ON review BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = new.issue_id;
END;
CREATE TRIGGER review_changed_change AFTER UPDATE ON review BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = new.issue_id;
END;
CREATE TRIGGER review_gone_change AFTER DELETE ON review BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = old.issue_id;
END;

-- What these three have beside their two columns follows the issue.
CREATE TRIGGER issue_label_made_change AFTER INSERT ON issue_label BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = new.issue_id;
END;
CREATE TRIGGER issue_label_changed_change AFTER UPDATE OF issue_id, label_id ON issue_label BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id IN (old.issue_id, new.issue_id);
END;
CREATE TRIGGER issue_label_gone_change AFTER DELETE ON issue_label BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = old.issue_id;
END;
CREATE TRIGGER issue_assignee_made_change AFTER INSERT ON issue_assignee BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = new.issue_id;
END;
CREATE TRIGGER issue_assignee_changed_change AFTER UPDATE OF issue_id, account_id ON issue_assignee BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id IN (old.issue_id, new.issue_id);
END;
CREATE TRIGGER issue_assignee_gone_change AFTER DELETE ON issue_assignee BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = old.issue_id;
END;
CREATE TRIGGER issue_mention_made_change AFTER INSERT ON issue_mention BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = new.issue_id;
END;
CREATE TRIGGER issue_mention_changed_change AFTER UPDATE OF issue_id, account_id ON issue_mention BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id IN (old.issue_id, new.issue_id);
END;
CREATE TRIGGER issue_mention_gone_change AFTER DELETE ON issue_mention BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = old.issue_id;
END;

-- Of the rest of a pull request, which a push changes, no list is made.
CREATE TRIGGER pull_request_made_change AFTER INSERT ON pull_request BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = new.issue_id;
END;
CREATE TRIGGER pull_request_changed_change AFTER UPDATE OF issue_id, base_branch ON pull_request BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id IN (old.issue_id, new.issue_id);
END;
CREATE TRIGGER pull_request_gone_change AFTER DELETE ON pull_request BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = old.issue_id;
END;
-- end

-- only postgres
CREATE FUNCTION replace_issue_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM issue_change WHERE id IN (SELECT id FROM issue_change
        WHERE repository_id = NEW.repository_id AND id < NEW.id FOR UPDATE SKIP LOCKED);
    RETURN NULL;
END $$;
CREATE TRIGGER issue_change_replaces AFTER INSERT ON issue_change FOR EACH ROW WHEN (random() < 0.25)
    EXECUTE FUNCTION replace_issue_changes();
CREATE FUNCTION replace_account_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM account_change WHERE id IN (SELECT id FROM account_change WHERE id < NEW.id FOR UPDATE SKIP LOCKED);
    RETURN NULL;
END $$;
CREATE TRIGGER account_change_replaces AFTER INSERT ON account_change FOR EACH ROW WHEN (random() < 0.25)
    EXECUTE FUNCTION replace_account_changes();
CREATE FUNCTION replace_repository_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM repository_change
        WHERE id IN (SELECT id FROM repository_change WHERE id < NEW.id FOR UPDATE SKIP LOCKED);
    RETURN NULL;
END $$;
CREATE TRIGGER repository_change_replaces AFTER INSERT ON repository_change FOR EACH ROW WHEN (random() < 0.25)
    EXECUTE FUNCTION replace_repository_changes();
CREATE FUNCTION forget_issue_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM issue_change WHERE repository_id = OLD.id;
    RETURN NULL;
END $$;
CREATE TRIGGER repository_gone_issue_change AFTER DELETE ON repository FOR EACH ROW
    EXECUTE FUNCTION forget_issue_changes();

CREATE FUNCTION note_issue_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op <> 'INSERT' AND (tg_op = 'DELETE' OR OLD.repository_id <> NEW.repository_id) THEN
        INSERT INTO issue_change (repository_id) SELECT id FROM repository WHERE id = OLD.repository_id;
    END IF;
    IF tg_op <> 'DELETE' THEN
        INSERT INTO issue_change (repository_id) VALUES (NEW.repository_id);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER issue_noted AFTER INSERT OR DELETE OR UPDATE ON issue FOR EACH ROW EXECUTE FUNCTION note_issue_change();

CREATE FUNCTION note_change_of_issue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op <> 'INSERT' AND (tg_op = 'DELETE' OR OLD.issue_id <> NEW.issue_id) THEN
        INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = OLD.issue_id;
    END IF;
    IF tg_op <> 'DELETE' THEN
        INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = NEW.issue_id;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER comment_noted AFTER INSERT OR DELETE OR UPDATE ON comment
    FOR EACH ROW EXECUTE FUNCTION note_change_of_issue();
CREATE TRIGGER review_noted AFTER INSERT OR DELETE OR UPDATE ON review
    FOR EACH ROW EXECUTE FUNCTION note_change_of_issue();
-- What these three have beside their two columns follows the issue.
CREATE TRIGGER issue_label_noted AFTER INSERT OR DELETE OR UPDATE OF issue_id, label_id ON issue_label
    FOR EACH ROW EXECUTE FUNCTION note_change_of_issue();
CREATE TRIGGER issue_assignee_noted AFTER INSERT OR DELETE OR UPDATE OF issue_id, account_id ON issue_assignee
    FOR EACH ROW EXECUTE FUNCTION note_change_of_issue();
CREATE TRIGGER issue_mention_noted AFTER INSERT OR DELETE OR UPDATE OF issue_id, account_id ON issue_mention
    FOR EACH ROW EXECUTE FUNCTION note_change_of_issue();
-- Of the rest of a pull request, which a push changes, no list is made.
CREATE TRIGGER pull_request_noted AFTER INSERT OR DELETE OR UPDATE OF issue_id, base_branch ON pull_request
    FOR EACH ROW EXECUTE FUNCTION note_change_of_issue();
-- end
