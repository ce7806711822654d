-- What people think of a pull request. A draft (PENDING) is for its author alone and becomes the review that it is
-- submitted as; somebody who is asked for a review has a row, too (REQUEST_REVIEW), which goes when they answer.
-- team_id: the request is to a team. A person who is gone leaves what they thought behind: reviewer_id is null then.
-- official: it counts for what a protected branch demands. stale: the pull request changes other lines now.
CREATE TABLE review (
    id IDENTITY_KEY,
    issue_id BIGINT NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    reviewer_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
    team_id BIGINT REFERENCES team (id) ON DELETE CASCADE,
    body TEXT NOT NULL DEFAULT '',
    commit_id TEXT NOT NULL DEFAULT '',
    official BOOLEAN NOT NULL DEFAULT FALSE,
    stale BOOLEAN NOT NULL DEFAULT FALSE,
    dismissed BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX review_issue ON review (issue_id, id);
CREATE INDEX review_reviewer ON review (reviewer_id, issue_id);
CREATE UNIQUE INDEX review_draft ON review (issue_id, reviewer_id) WHERE state = 'PENDING';
CREATE UNIQUE INDEX review_request ON review (issue_id, reviewer_id) WHERE state = 'REQUEST_REVIEW';
CREATE UNIQUE INDEX review_team_request ON review (team_id, issue_id) WHERE team_id IS NOT NULL;

-- Remarks on lines are comments of the kind 'code', of a review; here is what they are on: a line of the file as it is
-- at commit_id, which for the new file is the head and for the old one where the pull request began.
CREATE TABLE line_comment (
    comment_id BIGINT PRIMARY KEY REFERENCES comment (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    side TEXT NOT NULL,
    line BIGINT NOT NULL,
    commit_id TEXT NOT NULL,
    head_id TEXT NOT NULL,
    diff_hunk TEXT NOT NULL
);
CREATE INDEX comment_review ON comment (review_id, id) WHERE review_id <> 0;
