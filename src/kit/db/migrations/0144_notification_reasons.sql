-- Why somebody got a notification, as a number of notifications/thread.hpp: smaller ones concern them more. 0: nobody knows
-- any more.
ALTER TABLE notification ADD COLUMN reason BIGINT NOT NULL DEFAULT 0;
