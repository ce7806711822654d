-- Challenges of the page that makes accounts (accounts/sign_in/challenge.hpp) that somebody has answered, rightly or not: each
-- is good for one try. They are forgotten when they would no longer be taken.
CREATE TABLE spent_challenge (
    id TEXT PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX spent_challenge_expires ON spent_challenge (expires_at);
