#!/usr/bin/env bash
# Makes .venv with what pyproject.toml names, in the versions of constraints.txt: what the harness needs, and the extras
# that the arguments name ("dev" has what the tests and linters need). Does nothing if all of that is there unchanged.
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

# Each part, of which the harness's own is "base", leaves a stamp when it is whole.
made_from() { cat pyproject.toml constraints.txt; }
is_there() { [ -x .venv/bin/python ] && made_from | cmp -s - ".venv/.made-from-$1"; }

missing=()
for part in base "$@"; do
  is_there "$part" || missing+=("$part")
done
[ ${#missing[@]} -gt 0 ] || exit 0

python=$(suitable) || stop "Python 3.11 or newer is needed, and not here; on Debian 12 or Ubuntu 24.04: sudo apt-get install python3;\
 on Ubuntu 22.04: sudo apt-get install python3.11 python3.11-venv; on macOS: brew install python"
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

echo "threadmill: installing the harness's Python packages in .venv: ${missing[*]}"
if [ "${missing[0]}" = base ]; then # with it goes every extra
  missing=(base "$@")
  rm -rf .venv
  "$python" -m venv .venv
fi
extras=$(IFS=, && echo "${missing[*]}")
extras=${extras#base} # which is no extra
extras=${extras#,}
.venv/bin/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".${extras:+[$extras]}" ||
  stop "pip could not install the packages, see above; if no package index answers, look at the network, then run it again"
for part in "${missing[@]}"; do
  made_from >".venv/.made-from-$part"
done
