-- Remarks on several lines: the first of them, where `line` is the last. 0: on that line alone.
ALTER TABLE line_comment ADD COLUMN first_line BIGINT NOT NULL DEFAULT 0;
