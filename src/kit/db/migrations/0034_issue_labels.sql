CREATE TABLE issue_label (
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    label_id BIGINT NOT NULL REFERENCES label (id) ON DELETE CASCADE,
    PRIMARY KEY (issue_id, label_id)
);
CREATE INDEX issue_label_label ON issue_label (label_id, issue_id);
-- A label that is deleted takes what the timelines tell of it along.
CREATE INDEX comment_label ON comment (label_id) WHERE label_id <> 0;

-- The counts of labels and milestones follow from what issues are given, whoever gives it and by whatever way it goes:
-- many write to issues, and a forgotten count would never be noticed.
-- only sqlite
CREATE TRIGGER label_put_on AFTER INSERT ON issue_label BEGIN
    UPDATE label SET issue_count = issue_count + 1 WHERE id = new.label_id;
END;
CREATE TRIGGER label_taken_off AFTER DELETE ON issue_label BEGIN
    UPDATE label SET issue_count = issue_count - 1 WHERE id = old.label_id;
END;
CREATE TRIGGER milestone_begun AFTER INSERT ON issue WHEN new.milestone_id <> 0 BEGIN
    UPDATE milestone SET issue_count = issue_count + 1, closed_issue_count = closed_issue_count + new.closed
        WHERE id = new.milestone_id;
END;
CREATE TRIGGER milestone_changed AFTER UPDATE OF milestone_id, closed ON issue
    WHEN (old.milestone_id <> 0 OR new.milestone_id <> 0)
        AND (old.milestone_id <> new.milestone_id OR old.closed <> new.closed) BEGIN
    UPDATE milestone SET issue_count = issue_count - 1, closed_issue_count = closed_issue_count - old.closed
        WHERE id = old.milestone_id;
    UPDATE milestone SET issue_count = issue_count + 1, closed_issue_count = closed_issue_count + new.closed
        WHERE id = new.milestone_id;
END;
CREATE TRIGGER milestone_left AFTER DELETE ON issue WHEN old.milestone_id <> 0 BEGIN
    UPDATE milestone SET issue_count = issue_count - 1, closed_issue_count = closed_issue_count - old.closed
        WHERE id = old.milestone_id;
END;
-- end
-- only postgres
CREATE FUNCTION count_label() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op = 'INSERT' THEN UPDATE label SET issue_count = issue_count + 1 WHERE id = new.label_id;
    ELSE UPDATE label SET issue_count = issue_count - 1 WHERE id = old.label_id;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER label_counted AFTER INSERT OR DELETE ON issue_label FOR EACH ROW EXECUTE FUNCTION count_label();
CREATE FUNCTION count_milestone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op <> 'INSERT' THEN
        UPDATE milestone SET issue_count = issue_count - 1, closed_issue_count = closed_issue_count - old.closed::int
            WHERE id = old.milestone_id;
    END IF;
    IF tg_op <> 'DELETE' THEN
        UPDATE milestone SET issue_count = issue_count + 1, closed_issue_count = closed_issue_count + new.closed::int
            WHERE id = new.milestone_id;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER milestone_begun AFTER INSERT ON issue FOR EACH ROW WHEN (new.milestone_id <> 0)
    EXECUTE FUNCTION count_milestone();
CREATE TRIGGER milestone_changed AFTER UPDATE OF milestone_id, closed ON issue FOR EACH ROW
    WHEN ((old.milestone_id <> 0 OR new.milestone_id <> 0)
        AND (old.milestone_id <> new.milestone_id OR old.closed <> new.closed))
    EXECUTE FUNCTION count_milestone();
CREATE TRIGGER milestone_left AFTER DELETE ON issue FOR EACH ROW WHEN (old.milestone_id <> 0)
    EXECUTE FUNCTION count_milestone();
-- end
