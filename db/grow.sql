-- Gives `unrealestate.agents` @agents rows, ids from 1, by repeating the seeded ones. Runs after reset.sql, while nobody
-- writes. Loading an empty table without these checks is InnoDB's sorted bulk insert, without undo log for each row.

SET SESSION lock_wait_timeout = 10;
SET SESSION foreign_key_checks = 0, unique_checks = 0;

-- A join buffer would take the rows out of their order.
SET SESSION join_cache_level = 0;

SELECT COUNT(*) INTO @seeded FROM pristine.agents;
TRUNCATE TABLE unrealestate.agents;

-- A sequence table has its end in its name, and is of any database.
EXECUTE IMMEDIATE CONCAT(
  'INSERT INTO unrealestate.agents (id, firstname, lastname, nickname, email, phone, birth_date) ',
  'SELECT id + seq * @seeded, firstname, lastname, nickname, email, phone, birth_date ',
  'FROM unrealestate.seq_0_to_', (@agents - 1) DIV @seeded, ' STRAIGHT_JOIN pristine.agents ',
  'WHERE id + seq * @seeded <= @agents');

ANALYZE NO_WRITE_TO_BINLOG TABLE unrealestate.agents;
