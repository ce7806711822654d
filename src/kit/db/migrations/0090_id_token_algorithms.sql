-- What an application wants its id tokens to be signed with (OpenID Connect Dynamic Client Registration 1.0, 2); empty:
-- with the site's own algorithm.
ALTER TABLE oauth2_application ADD COLUMN id_token_signed_response_alg TEXT NOT NULL DEFAULT '';
