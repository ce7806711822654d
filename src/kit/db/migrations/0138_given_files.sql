-- A file that waited is given to an issue by a change of its row: the issue's mark says so, as with one that came at once.
-- only sqlite
CREATE TRIGGER attachment_given AFTER UPDATE OF issue_id ON attachment
    WHEN new.issue_id IS NOT NULL AND old.issue_id IS NULL BEGIN
    UPDATE issue SET belongings = belongings | 4 WHERE id = new.issue_id AND belongings & 4 = 0;
END;
-- end

-- only postgres
CREATE TRIGGER attachment_given AFTER UPDATE OF issue_id ON attachment FOR EACH ROW
    WHEN (NEW.issue_id IS NOT NULL AND OLD.issue_id IS NULL) EXECUTE FUNCTION mark_belonging(4);
-- end
