-- One note for all comments that a statement deletes, not one for each: the notes of a transaction are searched again by
-- each that follows, so that some hundred cost more than all the rest. SQLite replaces its one note in place.
-- only postgres
DROP TRIGGER comment_noted ON comment;
CREATE TRIGGER comment_noted AFTER INSERT OR UPDATE ON comment
    FOR EACH ROW EXECUTE FUNCTION note_change_of_issue();
CREATE FUNCTION note_gone_comments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    issue_with_less BIGINT;
BEGIN
    FOR issue_with_less IN SELECT DISTINCT issue_id FROM gone LOOP
        INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = issue_with_less;
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER comment_gone_noted AFTER DELETE ON comment REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION note_gone_comments();
-- end
