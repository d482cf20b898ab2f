#!/usr/bin/env bash
# What only the tests in a browser need: the distribution's Chromium, and the Python package that drives it.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! command -v chromium >/dev/null; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "error: Chromium is needed, and not here; on Debian: sudo apt-get install chromium" >&2
    exit 1
  fi
  echo "threadmill: installing chromium"
  apt-get update
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium fonts-dejavu-core
fi
host/python.sh browser
