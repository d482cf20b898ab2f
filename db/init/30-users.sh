#!/bin/sh
# The two accounts beside root. Neither can change the schema, so a reset finds the tables that it expects.
set -eu

mariadb --protocol=socket -uroot -p"$MARIADB_ROOT_PASSWORD" <<SQL
CREATE OR REPLACE USER '${DB_USER:-threadmill}'@'%' IDENTIFIED BY '${DB_PASSWORD:-threadmill}';
GRANT SELECT, INSERT, UPDATE, DELETE ON unrealestate.* TO '${DB_USER:-threadmill}'@'%';

CREATE OR REPLACE USER 'exporter'@'%' IDENTIFIED BY '${EXPORTER_PASSWORD:-exporter}' WITH MAX_USER_CONNECTIONS 3;
GRANT PROCESS, REPLICATION CLIENT, SLAVE MONITOR ON *.* TO 'exporter'@'%';
GRANT SELECT ON performance_schema.* TO 'exporter'@'%';
SQL
