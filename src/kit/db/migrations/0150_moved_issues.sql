-- Where issues were before they were moved to another repository: their old addresses lead on. event_id is the line of
-- the timeline that tells of it.
CREATE TABLE moved_issue (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    event_id BIGINT NOT NULL,
    PRIMARY KEY (repository_id, number)
);
CREATE INDEX moved_issue_issue ON moved_issue (issue_id, event_id);

-- Comments that move along with their issue change no list: the issue's own row has noted that, once for all of them.
-- only sqlite
DROP TRIGGER comment_changed_change;
CREATE TRIGGER comment_changed_change AFTER UPDATE ON comment WHEN old.repository_id = new.repository_id BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = new.issue_id;
END;
-- end

-- only postgres
DROP TRIGGER comment_noted ON comment;
CREATE TRIGGER comment_noted AFTER INSERT ON comment FOR EACH ROW EXECUTE FUNCTION note_change_of_issue();
CREATE TRIGGER comment_changed_noted AFTER UPDATE ON comment
    FOR EACH ROW WHEN (OLD.repository_id = NEW.repository_id) EXECUTE FUNCTION note_change_of_issue();
-- end
