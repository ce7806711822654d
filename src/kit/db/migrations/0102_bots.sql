-- Accounts of programs: they have tokens and keys, and no password signs them in.
ALTER TABLE account ADD COLUMN bot BOOLEAN NOT NULL DEFAULT FALSE;
