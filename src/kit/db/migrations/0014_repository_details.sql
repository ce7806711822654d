-- The ids of stars and watches keep the order in which they were given.
CREATE TABLE star (
    id IDENTITY_KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    UNIQUE (account_id, repository_id)
);
CREATE INDEX star_repository ON star (repository_id);

-- A person who does not want to hear of a repository, though everything about them says they should, has a row too.
CREATE TABLE watch (
    id IDENTITY_KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    ignored BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    UNIQUE (account_id, repository_id)
);
CREATE INDEX watch_repository ON watch (repository_id);

-- A topic stays known after its last repository dropped it. The repository's own column repeats the names, for lists.
CREATE TABLE topic (
    id IDENTITY_KEY,
    name TEXT NOT NULL UNIQUE,
    repository_count BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE TABLE repository_topic (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    topic_id BIGINT NOT NULL REFERENCES topic (id) ON DELETE CASCADE,
    PRIMARY KEY (repository_id, topic_id)
);
CREATE INDEX repository_topic_topic ON repository_topic (topic_id);

-- A repository that waits for its new owner to say yes. teams: the ids of those that will get it, joined by commas.
CREATE TABLE repository_transfer (
    repository_id BIGINT PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
    doer_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    recipient_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    teams TEXT NOT NULL DEFAULT '',
    created_at BIGINT NOT NULL
);

CREATE TABLE repository_language (
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    language TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (repository_id, language)
);

-- What happened, for the feeds: who did what where. kind and content as today's clients know them.
CREATE TABLE activity (
    id IDENTITY_KEY,
    actor_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    repository_id BIGINT NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    ref_name TEXT NOT NULL DEFAULT '',
    content TEXT NOT NULL DEFAULT '',
    comment_id BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
);
CREATE INDEX activity_actor ON activity (actor_id, id);
CREATE INDEX activity_repository ON activity (repository_id, id);
