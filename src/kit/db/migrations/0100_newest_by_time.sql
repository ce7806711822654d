-- "Newest first" is by time, and by id only among what came in the same second: what was brought from another server may
-- have been given its ids in any order. Every list finds its rows in that order in an index.
DROP INDEX issue_all;
DROP INDEX issue_state;
DROP INDEX issue_kind;
DROP INDEX issue_kind_state;
DROP INDEX issue_poster;
DROP INDEX issue_of_poster;
DROP INDEX issue_milestone;
CREATE INDEX issue_newest ON issue (created_at, id, closed, is_pull, repository_id);
CREATE INDEX issue_all ON issue (repository_id, created_at, id, closed, is_pull);
CREATE INDEX issue_state ON issue (repository_id, closed, created_at, id, is_pull);
CREATE INDEX issue_kind ON issue (repository_id, is_pull, created_at, id, closed);
CREATE INDEX issue_kind_state ON issue (repository_id, is_pull, closed, created_at, id);
CREATE INDEX issue_poster ON issue (repository_id, poster_id, created_at, id, closed, is_pull);
CREATE INDEX issue_of_poster ON issue (poster_id, created_at, id, closed, is_pull, repository_id);
CREATE INDEX issue_milestone ON issue (milestone_id, created_at, id, closed, is_pull) WHERE milestone_id <> 0;

DROP INDEX comment_issue;
DROP INDEX comment_repository;
DROP INDEX review_issue;
DROP INDEX tracked_time_issue;
DROP INDEX tracked_time_account;
CREATE INDEX comment_issue ON comment (issue_id, created_at, id);
CREATE INDEX comment_repository ON comment (repository_id, created_at, id) WHERE kind = 'comment';
CREATE INDEX review_issue ON review (issue_id, created_at, id);
CREATE INDEX tracked_time_issue ON tracked_time (issue_id, created_at, id);
CREATE INDEX tracked_time_account ON tracked_time (account_id, created_at, id);

-- What lists by assignee, by mention and by label begin with knows itself how old the issue is.
ALTER TABLE issue_assignee ADD COLUMN issue_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE issue_mention ADD COLUMN issue_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE issue_label ADD COLUMN issue_at BIGINT NOT NULL DEFAULT 0;
UPDATE issue_assignee SET issue_at = (SELECT i.created_at FROM issue i WHERE i.id = issue_id);
UPDATE issue_mention SET issue_at = (SELECT i.created_at FROM issue i WHERE i.id = issue_id);
UPDATE issue_label SET issue_at = (SELECT i.created_at FROM issue i WHERE i.id = issue_id);
DROP INDEX issue_assignee_account;
DROP INDEX issue_mention_account;
DROP INDEX issue_label_label;
CREATE INDEX issue_assignee_account ON issue_assignee (account_id, issue_at, issue_id);
CREATE INDEX issue_mention_account ON issue_mention (account_id, issue_at, issue_id);
CREATE INDEX issue_label_label ON issue_label (label_id, issue_at, issue_id);

-- only sqlite
CREATE TRIGGER issue_assignee_dated AFTER INSERT ON issue_assignee BEGIN
    UPDATE issue_assignee SET issue_at = (SELECT i.created_at FROM issue i WHERE i.id = new.issue_id)
        WHERE issue_id = new.issue_id AND account_id = new.account_id;
END;
CREATE TRIGGER issue_mention_dated AFTER INSERT ON issue_mention BEGIN
    UPDATE issue_mention SET issue_at = (SELECT i.created_at FROM issue i WHERE i.id = new.issue_id)
        WHERE issue_id = new.issue_id AND account_id = new.account_id;
END;
CREATE TRIGGER issue_label_dated AFTER INSERT ON issue_label BEGIN
    UPDATE issue_label SET issue_at = (SELECT i.created_at FROM issue i WHERE i.id = new.issue_id)
        WHERE issue_id = new.issue_id AND label_id = new.label_id;
END;
CREATE TRIGGER issue_dated AFTER UPDATE OF created_at ON issue WHEN new.created_at <> old.created_at BEGIN
    UPDATE issue_assignee SET issue_at = new.created_at WHERE issue_id = new.id;
    UPDATE issue_mention SET issue_at = new.created_at WHERE issue_id = new.id;
    UPDATE issue_label SET issue_at = new.created_at WHERE issue_id = new.id;
END;
-- end

-- only postgres
CREATE FUNCTION date_by_issue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT i.created_at INTO NEW.issue_at FROM issue i WHERE i.id = NEW.issue_id;
    NEW.issue_at := COALESCE(NEW.issue_at, 0);
    RETURN NEW;
END $$;
CREATE TRIGGER issue_assignee_dated BEFORE INSERT ON issue_assignee FOR EACH ROW EXECUTE FUNCTION date_by_issue();
CREATE TRIGGER issue_mention_dated BEFORE INSERT ON issue_mention FOR EACH ROW EXECUTE FUNCTION date_by_issue();
CREATE TRIGGER issue_label_dated BEFORE INSERT ON issue_label FOR EACH ROW EXECUTE FUNCTION date_by_issue();
CREATE FUNCTION date_belongings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE issue_assignee SET issue_at = NEW.created_at WHERE issue_id = NEW.id;
    UPDATE issue_mention SET issue_at = NEW.created_at WHERE issue_id = NEW.id;
    UPDATE issue_label SET issue_at = NEW.created_at WHERE issue_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER issue_dated AFTER UPDATE OF created_at ON issue FOR EACH ROW WHEN (NEW.created_at <> OLD.created_at)
    EXECUTE FUNCTION date_belongings();
-- end
