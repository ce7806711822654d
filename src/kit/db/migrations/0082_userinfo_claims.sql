-- The claims that an application wants to be told one by one at the userinfo endpoint, with blanks between, as `claims`
-- has those for the id token.
ALTER TABLE oauth2_consent ADD COLUMN userinfo_claims TEXT NOT NULL DEFAULT '';
ALTER TABLE oauth2_code ADD COLUMN userinfo_claims TEXT NOT NULL DEFAULT '';
ALTER TABLE oauth2_family ADD COLUMN userinfo_claims TEXT NOT NULL DEFAULT '';
