-- What somebody hears of in another way than by mail and on the site (notifications/choice.hpp): a row for each of the matters
-- that somebody has chosen that for. What comes by mail at all is account.email_notifications, as before.
CREATE TABLE notification_choice (
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    matter TEXT NOT NULL,
    way TEXT NOT NULL, -- site, none
    PRIMARY KEY (account_id, matter)
);
