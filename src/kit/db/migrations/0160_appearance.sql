-- How somebody wants the pages to look, beside the theme. Whoever has chosen nothing has no row. Empty texts and 0: as the
-- stylesheet has it.
CREATE TABLE appearance (
    account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    density TEXT NOT NULL DEFAULT '',
    tab_width BIGINT NOT NULL DEFAULT 0,
    wrap_lines TEXT NOT NULL DEFAULT '',
    single_keys BOOLEAN NOT NULL DEFAULT TRUE
);
