-- Variables of the whole site: those of nobody. One index serves all three kinds of holders, and keeps their names apart.
CREATE UNIQUE INDEX action_variable_holder
    ON action_variable (COALESCE(account_id, 0), COALESCE(repository_id, 0), name);
