#!/usr/bin/env bash
# What only the tests in a browser need: the distribution's Chromium, the Python package that drives it, and npm for axe.
set -euo pipefail
cd "$(dirname "$0")/../.."

missing=()
command -v chromium >/dev/null || missing+=(chromium fonts-dejavu-core)
command -v npm >/dev/null || missing+=(npm)
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "error: these packages are needed, and not here; on Debian: sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
  echo "threadmill: installing ${missing[*]}"
  apt-get update
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
fi
host/python.sh browser
