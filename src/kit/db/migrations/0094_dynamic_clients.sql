-- Applications that were registered by a call (RFC 7591). Of the token by which such a one is managed (RFC 7592), which
-- has 256 random bits, only the hash is kept. One without an owner was registered by a stranger, and belongs to nobody.
ALTER TABLE oauth2_application ADD COLUMN dynamic BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE oauth2_application ADD COLUMN registration_token TEXT NOT NULL DEFAULT '';
CREATE INDEX oauth2_application_dynamic ON oauth2_application (dynamic, updated_at);
