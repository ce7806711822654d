-- Who reads the files that rows have named a moment ago (a backup), and until when he is believed to be at it: files that
-- no row names any more stay for as long. Whoever has died renews it no longer.
CREATE TABLE files_hold (
    id IDENTITY_KEY,
    until BIGINT NOT NULL
);
