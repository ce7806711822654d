-- What must still hold when a mail is sent, in the words of the room that wrote it; empty: nothing.
ALTER TABLE outgoing_mail ADD COLUMN due_while TEXT NOT NULL DEFAULT '';

-- Whom the opening of an issue has assigned or asked for a review: they hear of it once. Ids, joined by commas.
ALTER TABLE notice ADD COLUMN assigned TEXT NOT NULL DEFAULT '';
ALTER TABLE notice ADD COLUMN asked TEXT NOT NULL DEFAULT '';
