-- Settings that administrators have changed while the site runs, in place of what app.ini says.
CREATE TABLE site_setting (
    section TEXT NOT NULL, -- as in app.ini, in lower case
    name TEXT NOT NULL,    -- in upper case
    value TEXT NOT NULL,
    changed_by TEXT NOT NULL, -- the name at that time
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (section, name)
);
