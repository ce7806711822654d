-- Those that a check is about (pulls/pull_state.cpp).
CREATE INDEX pull_request_head_sha ON pull_request (repository_id, head_sha);
