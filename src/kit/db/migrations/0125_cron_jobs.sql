-- A task of upkeep is run by a job (0120), which has the lease.
ALTER TABLE upkeep_task DROP COLUMN lease_owner;
ALTER TABLE upkeep_task DROP COLUMN lease_until;
