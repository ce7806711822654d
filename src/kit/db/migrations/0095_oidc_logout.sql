-- What applications know a browser's session by (OpenID Connect Back-Channel Logout, 2.1). It is no secret, and stays the
-- same when the same person signs in again in the same browser.
ALTER TABLE session ADD COLUMN sid TEXT NOT NULL DEFAULT '';
CREATE INDEX session_sid ON session (sid);
ALTER TABLE oauth2_code ADD COLUMN sid TEXT NOT NULL DEFAULT '';
ALTER TABLE oauth2_family ADD COLUMN sid TEXT NOT NULL DEFAULT '';

-- Applications that want to know when a session ends, which somebody has signed in to in that session. front_channel: the
-- address that the browser opens then; empty for none.
CREATE TABLE oauth2_session_client (
    sid TEXT NOT NULL,
    application_id BIGINT NOT NULL REFERENCES oauth2_application (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL,
    front_channel TEXT NOT NULL,
    PRIMARY KEY (sid, application_id)
);
CREATE INDEX oauth2_session_client_application ON oauth2_session_client (application_id);

-- Applications that have to be told that a session has ended, until they have taken it.
CREATE TABLE oauth2_logout (
    id IDENTITY_KEY,
    application_id BIGINT NOT NULL REFERENCES oauth2_application (id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL,
    sid TEXT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    due_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX oauth2_logout_application ON oauth2_logout (application_id);
CREATE INDEX oauth2_logout_due_at ON oauth2_logout (due_at);

-- However a session ends: by the person, by a new password, by an administrator, with the account, or with time.

-- only sqlite
UPDATE session SET sid = lower(hex(randomblob(16)));
CREATE TRIGGER session_ended AFTER DELETE ON session
    WHEN old.sid <> '' AND NOT EXISTS (SELECT 1 FROM session s WHERE s.sid = old.sid) BEGIN
    INSERT INTO oauth2_logout (application_id, account_id, sid)
        SELECT c.application_id, c.account_id, c.sid FROM oauth2_session_client c
        JOIN oauth2_application p ON p.id = c.application_id WHERE c.sid = old.sid;
    DELETE FROM oauth2_session_client WHERE sid = old.sid;
END;
-- end

-- only postgres
UPDATE session SET sid = replace(gen_random_uuid()::text, '-', '');
CREATE FUNCTION tell_of_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.sid <> '' AND NOT EXISTS (SELECT 1 FROM session s WHERE s.sid = OLD.sid) THEN
        INSERT INTO oauth2_logout (application_id, account_id, sid)
            SELECT c.application_id, c.account_id, c.sid FROM oauth2_session_client c
            JOIN oauth2_application p ON p.id = c.application_id WHERE c.sid = OLD.sid;
        DELETE FROM oauth2_session_client WHERE sid = OLD.sid;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER session_ended AFTER DELETE ON session FOR EACH ROW EXECUTE FUNCTION tell_of_ended_session();
-- end
