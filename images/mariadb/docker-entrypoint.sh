#!/usr/bin/env bash
# Starts the server; fills an empty data folder first, from MARIADB_* and /docker-entrypoint-initdb.d.
# While it fills, the server listens on its socket only, so that an answer over TCP means ready.
# no -u: init scripts that are sourced may use variables that are not set
set -eo pipefail
shopt -s nullglob

readonly DATA=/var/lib/mysql
readonly SOCKET=/run/mysqld/mysqld.sock

say() { echo "[Entrypoint] $*"; }
fail() {
  say "$*" >&2
  exit 1
}

# a text as an SQL string
quote() {
  local text=${1//\\/\\\\}
  printf "'%s'" "${text//\'/\'\'}"
}

# Runs the SQL on standard input as root. Init scripts that are sourced may call it too.
docker_process_sql() {
  MYSQL_PWD=$root_password mariadb --no-defaults --socket="$SOCKET" --user=root --comments \
    ${MARIADB_DATABASE:+"--database=$MARIADB_DATABASE"}
}

start_without_network() {
  "$@" --skip-networking --socket="$SOCKET" &
  server=$!
  until mariadb-admin --no-defaults --socket="$SOCKET" --user=root ping >/dev/null 2>&1; do
    kill -0 "$server" 2>/dev/null || fail "the server stopped while it was being set up"
    sleep 0.2
  done
}

stop() {
  kill "$server"
  wait "$server"
}

create_accounts() {
  local root health=$RANDOM$RANDOM$RANDOM$RANDOM
  root=$(quote "$MARIADB_ROOT_PASSWORD")
  mariadb --no-defaults --socket="$SOCKET" --user=root <<SQL
SET @@SESSION.SQL_LOG_BIN=0;
DROP USER IF EXISTS root@127.0.0.1, root@'::1';
ALTER USER root@localhost IDENTIFIED BY $root;
CREATE USER root@$(quote "${MARIADB_ROOT_HOST:-%}") IDENTIFIED BY $root;
GRANT ALL ON *.* TO root@$(quote "${MARIADB_ROOT_HOST:-%}") WITH GRANT OPTION;
CREATE USER healthcheck@localhost IDENTIFIED BY '$health', healthcheck@127.0.0.1 IDENTIFIED BY '$health';
SQL
  root_password=$MARIADB_ROOT_PASSWORD
  (umask 077 && printf '[mariadb-client]\nuser=healthcheck\npassword=%s\n' "$health" >"$DATA/.my-healthcheck.cnf")

  if [ -n "${MARIADB_DATABASE:-}" ]; then
    MARIADB_DATABASE='' docker_process_sql <<<"CREATE DATABASE IF NOT EXISTS \`$MARIADB_DATABASE\`;"
  fi
  if [ -n "${MARIADB_USER:-}" ]; then
    docker_process_sql <<<"CREATE USER $(quote "$MARIADB_USER")@'%' IDENTIFIED BY $(quote "${MARIADB_PASSWORD:-}");"
    if [ -n "${MARIADB_DATABASE:-}" ]; then
      # an underscore would match any character in a grant
      docker_process_sql <<<"GRANT ALL ON \`${MARIADB_DATABASE//_/\\_}\`.* TO $(quote "$MARIADB_USER")@'%';"
    fi
  fi
}

run_init_files() {
  local file
  for file in /docker-entrypoint-initdb.d/*; do
    say "$file"
    # shellcheck disable=SC1090  # which files there are is the user's affair
    case $file in
      # an executable script has its own process, another one shares this one's functions
      *.sh) if [ -x "$file" ]; then "$file"; else . "$file"; fi ;;
      *.sql) docker_process_sql <"$file" ;;
      *.sql.gz) gunzip -c "$file" | docker_process_sql ;;
      *) say "ignored, for it is neither .sh, .sql nor .sql.gz" ;;
    esac
  done
}

initialise() {
  [ -n "${MARIADB_ROOT_PASSWORD:-}" ] || fail "the data folder is empty: set MARIADB_ROOT_PASSWORD to have it filled"
  say "filling $DATA"
  # cross-bootstrap: no account for the host name of this container
  mariadb-install-db --datadir="$DATA" --rpm --cross-bootstrap --skip-test-db \
    --auth-root-authentication-method=normal "${@:2}" >/dev/null
  root_password=
  start_without_network "$@"
  create_accounts
  run_init_files
  stop
  say "$DATA is filled; ready for start up"
}

case ${1:-} in
  -*) set -- mariadbd "$@" ;;
esac
[ "${1:-}" = mariadbd ] || exec "$@"

if [ "$(id -u)" = 0 ]; then
  chown -R mysql: "$DATA"
  chown mysql: "${SOCKET%/*}"
  exec setpriv --reuid=mysql --regid=mysql --init-groups "$0" "$@"
fi
[ -d "$DATA/mysql" ] || initialise "$@"
unset MARIADB_ROOT_PASSWORD MARIADB_PASSWORD
exec "$@"
