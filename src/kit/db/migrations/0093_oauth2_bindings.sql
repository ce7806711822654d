-- Proof of possession (RFC 9449): the thumbprint of the key that a request announced, that its code is bound to, and
-- that the refresh tokens of a public client are bound to. Empty for none.
ALTER TABLE oauth2_consent ADD COLUMN dpop_jkt TEXT NOT NULL DEFAULT '';
ALTER TABLE oauth2_code ADD COLUMN dpop_jkt TEXT NOT NULL DEFAULT '';
ALTER TABLE oauth2_family ADD COLUMN dpop_jkt TEXT NOT NULL DEFAULT '';
-- Resource indicators (RFC 8707): which servers tokens are for, with blanks between; empty for this site as a whole.
ALTER TABLE oauth2_consent ADD COLUMN resources TEXT NOT NULL DEFAULT '';
ALTER TABLE oauth2_code ADD COLUMN resources TEXT NOT NULL DEFAULT '';
ALTER TABLE oauth2_family ADD COLUMN resources TEXT NOT NULL DEFAULT '';
