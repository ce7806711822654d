-- The version of a row counts its changes, whoever makes them: what was made from a row and is kept in memory is good for
-- as long as the row has the version that it had.
ALTER TABLE account ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE repository ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
-- The version of an organization counts also who comes, who goes, who shows it, and what members are called.

-- only sqlite
CREATE TRIGGER account_version AFTER UPDATE ON account BEGIN
    UPDATE account SET version = old.version + 1 WHERE id = new.id;
END;
CREATE TRIGGER repository_version AFTER UPDATE ON repository BEGIN
    UPDATE repository SET version = old.version + 1 WHERE id = new.id;
END;
CREATE TRIGGER member_made_version AFTER INSERT ON organization_member BEGIN
    UPDATE account SET version = version + 1 WHERE id = new.organization_id;
END;
CREATE TRIGGER member_gone_version AFTER DELETE ON organization_member BEGIN
    UPDATE account SET version = version + 1 WHERE id = old.organization_id;
END;
CREATE TRIGGER member_changed_version AFTER UPDATE ON organization_member BEGIN
    UPDATE account SET version = version + 1 WHERE id = new.organization_id;
END;
CREATE TRIGGER member_name_version AFTER UPDATE OF lower_name ON account BEGIN
    UPDATE account SET version = version + 1
        WHERE id IN (SELECT organization_id FROM organization_member WHERE account_id = new.id);
END;
-- end

-- only postgres
CREATE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.version := OLD.version + 1;
    RETURN NEW;
END $$;
CREATE TRIGGER account_version BEFORE UPDATE ON account FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER repository_version BEFORE UPDATE ON repository FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE FUNCTION count_version_of_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET version = version WHERE id = COALESCE(NEW.organization_id, OLD.organization_id);
    RETURN NULL;
END $$;
CREATE TRIGGER member_version AFTER INSERT OR DELETE OR UPDATE ON organization_member
    FOR EACH ROW EXECUTE FUNCTION count_version_of_organization();
CREATE FUNCTION count_version_of_own_organizations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET version = version
        WHERE id IN (SELECT organization_id FROM organization_member WHERE account_id = NEW.id);
    RETURN NULL;
END $$;
CREATE TRIGGER member_name_version AFTER UPDATE OF lower_name ON account
    FOR EACH ROW EXECUTE FUNCTION count_version_of_own_organizations();
-- end
