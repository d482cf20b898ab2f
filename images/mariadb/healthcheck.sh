#!/usr/bin/env bash
# Succeeds if every check that is named holds: --connect (the server answers over TCP) and --innodb_initialized.
set -euo pipefail

ask() {
  mariadb --defaults-extra-file=/var/lib/mysql/.my-healthcheck.cnf --skip-ssl --batch --skip-column-names "$@"
}

[ $# -gt 0 ] || { echo "usage: healthcheck.sh [--connect] [--innodb_initialized]" >&2; exit 1; }
for check; do
  case $check in
    --connect) ask --protocol=tcp --host=127.0.0.1 -e 'SELECT 1' >/dev/null ;;
    --innodb_initialized)
      engine="SELECT 1 FROM information_schema.ENGINES WHERE engine = 'innodb' AND support IN ('YES', 'DEFAULT')"
      [ "$(ask --protocol=socket -e "$engine")" = 1 ]
      ;;
    *) echo "unknown check $check" >&2; exit 1 ;;
  esac || { echo "healthcheck ${check#--} failed" >&2; exit 1; }
done
