-- The folder of the wiki in the store; empty as long as it has no page.
ALTER TABLE repository ADD COLUMN wiki_storage TEXT NOT NULL DEFAULT '';
