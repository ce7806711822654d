-- Units of a repository that its owner has opened beyond those who were let in by name: to anybody, or to everybody who
-- is signed in. Levels are stored as access/levels.hpp says. The row is what was set; the repository itself has what of
-- it holds, which is nothing where its owner is hidden from them.
CREATE TABLE repository_opening (
    repository_id BIGINT PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
    anonymous BIGINT NOT NULL,
    everyone BIGINT NOT NULL
);
ALTER TABLE repository ADD COLUMN anonymous_levels BIGINT NOT NULL DEFAULT 0;
ALTER TABLE repository ADD COLUMN everyone_levels BIGINT NOT NULL DEFAULT 0; -- with those of anybody
CREATE INDEX repository_opened ON repository (id) WHERE everyone_levels <> 0;

-- only sqlite
CREATE TRIGGER opening_made AFTER INSERT ON repository_opening BEGIN
    UPDATE repository SET anonymous_levels = (SELECT CASE o.visibility WHEN 'public' THEN new.anonymous ELSE 0 END
            FROM account o WHERE o.id = owner_id),
        everyone_levels = (SELECT CASE o.visibility WHEN 'private' THEN 0 ELSE new.everyone | new.anonymous END
            FROM account o WHERE o.id = owner_id)
        WHERE id = new.repository_id;
END;
CREATE TRIGGER opening_changed AFTER UPDATE ON repository_opening BEGIN
    UPDATE repository SET anonymous_levels = (SELECT CASE o.visibility WHEN 'public' THEN new.anonymous ELSE 0 END
            FROM account o WHERE o.id = owner_id),
        everyone_levels = (SELECT CASE o.visibility WHEN 'private' THEN 0 ELSE new.everyone | new.anonymous END
            FROM account o WHERE o.id = owner_id)
        WHERE id = new.repository_id;
END;
CREATE TRIGGER opening_gone AFTER DELETE ON repository_opening BEGIN
    UPDATE repository SET anonymous_levels = 0, everyone_levels = 0 WHERE id = old.repository_id;
END;
CREATE TRIGGER opening_visibility AFTER UPDATE OF visibility ON account BEGIN
    UPDATE repository_opening SET everyone = everyone
        WHERE repository_id IN (SELECT r.id FROM repository r WHERE r.owner_id = new.id);
END;
CREATE TRIGGER opening_owner AFTER UPDATE OF owner_id ON repository BEGIN
    UPDATE repository_opening SET everyone = everyone WHERE repository_id = new.id;
END;
CREATE TRIGGER repository_opening_changed AFTER UPDATE OF anonymous_levels, everyone_levels ON repository BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
-- end

-- only postgres
CREATE FUNCTION apply_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE repository SET
        anonymous_levels = COALESCE((SELECT CASE o.visibility WHEN 'public' THEN x.anonymous ELSE 0 END
            FROM repository_opening x, account o WHERE x.repository_id = repository.id AND o.id = repository.owner_id), 0),
        everyone_levels = COALESCE((SELECT CASE o.visibility WHEN 'private' THEN 0 ELSE x.everyone | x.anonymous END
            FROM repository_opening x, account o WHERE x.repository_id = repository.id AND o.id = repository.owner_id), 0)
        WHERE id = COALESCE(NEW.repository_id, OLD.repository_id);
    RETURN NULL;
END $$;
CREATE TRIGGER opening_changed AFTER INSERT OR UPDATE OR DELETE ON repository_opening
    FOR EACH ROW EXECUTE FUNCTION apply_opening();
CREATE FUNCTION follow_visibility_in_openings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE repository_opening SET everyone = everyone
        WHERE repository_id IN (SELECT r.id FROM repository r WHERE r.owner_id = NEW.id);
    RETURN NULL;
END $$;
CREATE TRIGGER opening_visibility AFTER UPDATE OF visibility ON account
    FOR EACH ROW WHEN (OLD.visibility IS DISTINCT FROM NEW.visibility) EXECUTE FUNCTION follow_visibility_in_openings();
CREATE FUNCTION follow_owner_in_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE repository_opening SET everyone = everyone WHERE repository_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER opening_owner AFTER UPDATE OF owner_id ON repository
    FOR EACH ROW WHEN (OLD.owner_id IS DISTINCT FROM NEW.owner_id) EXECUTE FUNCTION follow_owner_in_opening();
CREATE TRIGGER repository_opening_changed AFTER UPDATE OF anonymous_levels, everyone_levels ON repository
    FOR EACH STATEMENT EXECUTE FUNCTION note_repository_change();
-- end
