-- How the answer to an authorization request gets to the application: '' or 'query', or 'form_post'.
ALTER TABLE oauth2_consent ADD COLUMN response_mode TEXT NOT NULL DEFAULT '';

-- The id token tells what scopes bring, and no longer claims that were wanted by their names. In their place stands the
-- class of the authentication (acr); empty: the one that its methods reach.
ALTER TABLE oauth2_consent DROP COLUMN claims;
ALTER TABLE oauth2_consent ADD COLUMN acr TEXT NOT NULL DEFAULT '';
ALTER TABLE oauth2_code DROP COLUMN claims;
ALTER TABLE oauth2_code ADD COLUMN acr TEXT NOT NULL DEFAULT '';
ALTER TABLE oauth2_family DROP COLUMN claims;
ALTER TABLE oauth2_family ADD COLUMN acr TEXT NOT NULL DEFAULT '';

-- Where the person who follows the link of a mail goes on to after signing in; empty: nowhere in particular.
ALTER TABLE one_time_code ADD COLUMN redirect_to TEXT NOT NULL DEFAULT '';
