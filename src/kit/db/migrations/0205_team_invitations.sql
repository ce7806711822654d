-- Invitations to teams that went out by mail (organizations/invitation.hpp). One that was accepted, called off or sent anew
-- has ended; its row stays until its time is over, because it counts among the letters that somebody has caused. So does one
-- whose team is gone.
CREATE TABLE team_invitation (
    id IDENTITY_KEY,
    hash TEXT NOT NULL UNIQUE, -- of what the link bears
    team_id BIGINT REFERENCES team (id) ON DELETE SET NULL,
    inviter_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    lower_email TEXT NOT NULL,
    ended BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX team_invitation_team ON team_invitation (team_id, id);
CREATE INDEX team_invitation_inviter ON team_invitation (inviter_id, created_at);
CREATE INDEX team_invitation_expires ON team_invitation (expires_at);
