-- What an OpenPGP key says of itself (its packets, in Base64), so that it can be given to others. Keys that were
-- registered before have none until they are registered again.
CREATE TABLE gpg_certificate (
    gpg_key_id BIGINT PRIMARY KEY REFERENCES gpg_key (id) ON DELETE CASCADE,
    packets TEXT NOT NULL
);

-- Reactions that came from another server, by people who are nobody here.
CREATE TABLE imported_reaction (
    id IDENTITY_KEY,
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    comment_id BIGINT REFERENCES comment (id) ON DELETE CASCADE,
    name TEXT NOT NULL, -- there
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX imported_reaction_issue ON imported_reaction (issue_id);
CREATE INDEX imported_reaction_comment ON imported_reaction (comment_id) WHERE comment_id IS NOT NULL;
