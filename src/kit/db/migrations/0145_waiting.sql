-- What waits for somebody, for the dashboard: requests for a review and reviews that were not sent, and one's own pull
-- requests that are open. Neither is found among all that somebody has ever reviewed or opened.
CREATE INDEX review_waiting ON review (reviewer_id, state, issue_id) WHERE state IN ('REQUEST_REVIEW', 'PENDING');
CREATE INDEX issue_open_pull_of_poster ON issue (poster_id, updated_at, id) WHERE is_pull AND NOT closed;
