-- The units that the team was given one by one, a bit for each: also those that were named to be closed.
ALTER TABLE team ADD COLUMN units BIGINT NOT NULL DEFAULT 0;

-- The list of all organizations is read in the order of their names, by those who see some kinds of them alone. kind is
-- there so that SQLite counts them without a look at the table.
CREATE INDEX account_organization ON account (lower_name, visibility, kind) WHERE kind = 'organization';
