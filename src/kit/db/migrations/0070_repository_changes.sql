-- repository_change gets a row with every change that may change which repositories a search finds, or their order by
-- name, as account_change does for accounts (db/found_ids.hpp).
CREATE TABLE repository_change (id IDENTITY_KEY);
INSERT INTO repository_change DEFAULT VALUES;

-- only sqlite
CREATE TRIGGER repository_made AFTER INSERT ON repository BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER repository_gone AFTER DELETE ON repository BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER repository_changed AFTER UPDATE OF owner_id, lower_name, description, topics, audience, private, template,
    archived_at, fork_of, mirror ON repository BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER collaboration_made AFTER INSERT ON collaboration BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER collaboration_gone AFTER DELETE ON collaboration BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER collaboration_changed AFTER UPDATE ON collaboration BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER team_levels_changed AFTER UPDATE OF levels, organization_id, includes_all_repositories ON team BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER team_repository_made AFTER INSERT ON team_repository BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER team_repository_gone AFTER DELETE ON team_repository BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER team_member_made AFTER INSERT ON team_member BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER team_member_gone AFTER DELETE ON team_member BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER organization_member_made AFTER INSERT ON organization_member BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER organization_member_gone AFTER DELETE ON organization_member BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER organization_member_changed AFTER UPDATE ON organization_member BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER token_repository_made AFTER INSERT ON token_repository BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
CREATE TRIGGER token_repository_gone AFTER DELETE ON token_repository BEGIN
    INSERT INTO repository_change (id) VALUES (NULL);
END;
-- end

-- only postgres
CREATE FUNCTION note_repository_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO repository_change DEFAULT VALUES;
    RETURN NULL;
END $$;
CREATE TRIGGER repository_changed AFTER INSERT OR DELETE OR UPDATE OF owner_id, lower_name, description, topics, audience,
    private, template, archived_at, fork_of, mirror ON repository
    FOR EACH STATEMENT EXECUTE FUNCTION note_repository_change();
CREATE TRIGGER collaboration_changed AFTER INSERT OR DELETE OR UPDATE ON collaboration
    FOR EACH STATEMENT EXECUTE FUNCTION note_repository_change();
CREATE TRIGGER team_changed AFTER UPDATE ON team FOR EACH STATEMENT EXECUTE FUNCTION note_repository_change();
CREATE TRIGGER team_repository_changed AFTER INSERT OR DELETE ON team_repository
    FOR EACH STATEMENT EXECUTE FUNCTION note_repository_change();
CREATE TRIGGER team_member_changed AFTER INSERT OR DELETE ON team_member
    FOR EACH STATEMENT EXECUTE FUNCTION note_repository_change();
CREATE TRIGGER organization_member_changed AFTER INSERT OR DELETE OR UPDATE ON organization_member
    FOR EACH STATEMENT EXECUTE FUNCTION note_repository_change();
CREATE TRIGGER token_repository_changed AFTER INSERT OR DELETE ON token_repository
    FOR EACH STATEMENT EXECUTE FUNCTION note_repository_change();
-- end
