#!/usr/bin/env bash
# Makes .venv with what pyproject.toml names, in the versions of constraints.txt. Does nothing if both are unchanged.
set -euo pipefail
cd "$(dirname "$0")/.."

stop() {
  echo "error: $*" >&2
  exit 1
}

suitable() {
  local candidate
  for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
  return 1
}

stamp=.venv/.made-from
made_from() { cat pyproject.toml constraints.txt; }
made_from | cmp -s - "$stamp" && [ -x .venv/bin/python ] && exit 0

python=$(suitable) || stop "Python 3.11 or newer is needed, and not here; on Debian: sudo apt-get install python3"
# ensurepip is what Debian leaves out of its python3 package
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  package="python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    stop "$python lacks its venv module; on Debian or Ubuntu: sudo apt-get install $package"
  fi
  echo "threadmill: installing $package"
  log=$(mktemp)
  # an installation that was interrupted before has left packages half installed, and apt-get refuses to go on
  DEBIAN_FRONTEND=noninteractive dpkg --configure -a >/dev/null 2>&1 || true # judged below, by apt-get
  { apt-get update && apt-get install -y --no-install-recommends "$package"; } >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    stop "$package could not be installed; the lines above say why"
  }
  rm -f "$log"
fi

echo "threadmill: installing the harness's Python packages in .venv"
rm -rf .venv
"$python" -m venv .venv
.venv/bin/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]' ||
  stop "pip could not install the packages, see above; if no package index answers, look at the network, then run it again"
made_from >"$stamp"
