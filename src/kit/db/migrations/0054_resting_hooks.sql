-- When the receiver of a hook has begun to fail (0: it does not), and whether that has lasted so long that nothing piles
-- up for it any more: then one delivery waits, to find out when it is back, and the others are written down as failed.
ALTER TABLE webhook ADD COLUMN failing_since BIGINT NOT NULL DEFAULT 0;
ALTER TABLE webhook ADD COLUMN resting BOOLEAN NOT NULL DEFAULT FALSE;
