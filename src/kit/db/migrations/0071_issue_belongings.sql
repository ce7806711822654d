-- Says of an issue in which tables to look for what belongs to it: 1 issue_assignee, 2 issue_label, 4 attachment,
-- 8 project_card. Most have nothing in most of them, and a page of issues asks each only for those that may have something.
-- A mark stays when the last of its kind is gone.
ALTER TABLE issue ADD COLUMN belongings BIGINT NOT NULL DEFAULT 0;
UPDATE issue SET belongings = belongings + 1 WHERE id IN (SELECT issue_id FROM issue_assignee);
UPDATE issue SET belongings = belongings + 2 WHERE id IN (SELECT issue_id FROM issue_label);
UPDATE issue SET belongings = belongings + 4 WHERE id IN (SELECT issue_id FROM attachment WHERE issue_id IS NOT NULL);
UPDATE issue SET belongings = belongings + 8 WHERE id IN (SELECT issue_id FROM project_card);

-- only sqlite
CREATE TRIGGER issue_assignee_made AFTER INSERT ON issue_assignee BEGIN
    UPDATE issue SET belongings = belongings | 1 WHERE id = new.issue_id AND belongings & 1 = 0;
END;
CREATE TRIGGER issue_label_made AFTER INSERT ON issue_label BEGIN
    UPDATE issue SET belongings = belongings | 2 WHERE id = new.issue_id AND belongings & 2 = 0;
END;
CREATE TRIGGER attachment_made AFTER INSERT ON attachment WHEN new.issue_id IS NOT NULL BEGIN
    UPDATE issue SET belongings = belongings | 4 WHERE id = new.issue_id AND belongings & 4 = 0;
END;
CREATE TRIGGER project_card_made AFTER INSERT ON project_card BEGIN
    UPDATE issue SET belongings = belongings | 8 WHERE id = new.issue_id AND belongings & 8 = 0;
END;
-- end

-- only postgres
CREATE FUNCTION mark_belonging() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE issue SET belongings = belongings | TG_ARGV[0]::BIGINT
        WHERE id = NEW.issue_id AND belongings & TG_ARGV[0]::BIGINT = 0;
    RETURN NULL;
END $$;
CREATE TRIGGER issue_assignee_made AFTER INSERT ON issue_assignee FOR EACH ROW EXECUTE FUNCTION mark_belonging(1);
CREATE TRIGGER issue_label_made AFTER INSERT ON issue_label FOR EACH ROW EXECUTE FUNCTION mark_belonging(2);
CREATE TRIGGER attachment_made AFTER INSERT ON attachment FOR EACH ROW WHEN (NEW.issue_id IS NOT NULL)
    EXECUTE FUNCTION mark_belonging(4);
CREATE TRIGGER project_card_made AFTER INSERT ON project_card FOR EACH ROW EXECUTE FUNCTION mark_belonging(8);
-- end
