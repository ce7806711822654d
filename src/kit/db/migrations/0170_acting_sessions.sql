-- Sessions in which an administrator acts as somebody else: who does, and the administrator's own session. 0: none.
ALTER TABLE session ADD COLUMN acting_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN acting_session BIGINT NOT NULL DEFAULT 0;
