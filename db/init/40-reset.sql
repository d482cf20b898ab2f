-- Brings `unrealestate` back to the seeded state. Runs at init, and before every run, window and step of a
-- search as db/reset.sql.
-- Open connections stay usable; an open transaction makes this fail after 10 s instead of waiting for ever.

SET SESSION lock_wait_timeout = 10;

-- Without these checks InnoDB loads an empty table in primary-key order, without undo log for each row.
SET SESSION foreign_key_checks = 0, unique_checks = 0;

-- A request that the last load left behind waits here instead of writing between the two steps.
LOCK TABLES unrealestate.agents WRITE, unrealestate.properties WRITE, pristine.agents READ, pristine.properties READ;
TRUNCATE TABLE unrealestate.properties;
TRUNCATE TABLE unrealestate.agents;
INSERT INTO unrealestate.agents SELECT * FROM pristine.agents;
INSERT INTO unrealestate.properties SELECT * FROM pristine.properties;
UNLOCK TABLES;

-- The server does not refresh statistics by itself (see db/conf.d): without this the optimizer plans for empty tables.
ANALYZE NO_WRITE_TO_BINLOG TABLE unrealestate.agents, unrealestate.properties;
