-- What lists of issues show and are asked for: the tasks of a text, what was thought of an issue, boards, the order of
-- changes. The numbers are kept where they change, so that no list counts.
ALTER TABLE issue ADD COLUMN task_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE issue ADD COLUMN done_task_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE issue ADD COLUMN reaction_count BIGINT NOT NULL DEFAULT 0;
-- As far as SQL can tell them; issues/task_count.cpp counts from the next change of a text on.
UPDATE issue SET
    done_task_count = (length(body) * 4 - length(replace(body, '- [x] ', '')) - length(replace(body, '- [X] ', ''))
        - length(replace(body, '* [x] ', '')) - length(replace(body, '* [X] ', ''))) / 6,
    task_count = (length(body) * 6 - length(replace(body, '- [ ] ', '')) - length(replace(body, '* [ ] ', ''))
        - length(replace(body, '- [x] ', '')) - length(replace(body, '- [X] ', ''))
        - length(replace(body, '* [x] ', '')) - length(replace(body, '* [X] ', ''))) / 6
    WHERE body LIKE '%[ ] %' OR body LIKE '%[x] %' OR body LIKE '%[X] %';
UPDATE issue SET reaction_count = (SELECT count(*) FROM reaction x WHERE x.issue_id = issue.id AND x.comment_id IS NULL)
    WHERE id IN (SELECT issue_id FROM reaction WHERE comment_id IS NULL);

CREATE INDEX issue_kind_state_updated ON issue (repository_id, is_pull, closed, updated_at, id);
CREATE INDEX issue_changed ON issue (updated_at, id, closed, is_pull, repository_id);
CREATE INDEX issue_due ON issue (repository_id, deadline_at, id) WHERE deadline_at <> 0;
-- Which issues a pull request says to close, for a page of issues at once.
CREATE INDEX comment_closing ON comment (issue_id, ref_issue_id) WHERE ref_action = 'closes';

-- only sqlite
CREATE TRIGGER reaction_made AFTER INSERT ON reaction WHEN new.comment_id IS NULL BEGIN
    UPDATE issue SET reaction_count = reaction_count + 1 WHERE id = new.issue_id;
END;
CREATE TRIGGER reaction_gone AFTER DELETE ON reaction WHEN old.comment_id IS NULL BEGIN
    UPDATE issue SET reaction_count = reaction_count - 1 WHERE id = old.issue_id;
END;
CREATE TRIGGER project_card_made_change AFTER INSERT ON project_card BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = new.issue_id;
END;
CREATE TRIGGER project_card_gone_change AFTER DELETE ON project_card BEGIN
    INSERT INTO issue_change (repository_id) SELECT repository_id FROM issue WHERE id = old.issue_id;
END;
-- end

-- only postgres
CREATE FUNCTION count_reaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op = 'INSERT' THEN
        UPDATE issue SET reaction_count = reaction_count + 1 WHERE id = NEW.issue_id;
    ELSE
        UPDATE issue SET reaction_count = reaction_count - 1 WHERE id = OLD.issue_id;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER reaction_made AFTER INSERT ON reaction FOR EACH ROW WHEN (NEW.comment_id IS NULL)
    EXECUTE FUNCTION count_reaction();
CREATE TRIGGER reaction_gone AFTER DELETE ON reaction FOR EACH ROW WHEN (OLD.comment_id IS NULL)
    EXECUTE FUNCTION count_reaction();
-- Which column a card is in, and where, no list of issues is made of.
CREATE TRIGGER project_card_noted AFTER INSERT OR DELETE ON project_card
    FOR EACH ROW EXECUTE FUNCTION note_change_of_issue();
-- end
