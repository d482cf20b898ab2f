#!/usr/bin/env bash
# What only the tests of several hosts need: SSH's server, which these start in namespaces of their own, and the tools of networks.
set -euo pipefail

missing=()
[ -x /usr/sbin/sshd ] || missing+=(openssh-server)
command -v ssh >/dev/null || missing+=(openssh-client)
command -v ip >/dev/null || missing+=(iproute2)
command -v iptables >/dev/null || missing+=(iptables)
command -v nsenter >/dev/null || missing+=(util-linux)
if [ "$(id -u)" != 0 ]; then
  echo "error: network namespaces need root; run it as: sudo make test PARTS=hosts" >&2
  exit 1
fi
if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null; then
    echo "error: these packages are needed, and not here: ${missing[*]}" >&2
    exit 1
  fi
  echo "threadmill: installing ${missing[*]}"
  # a server that is installed for these tests is not to listen on the host's own addresses
  policy=/usr/sbin/policy-rc.d
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
    trap 'rm -f "$policy"' EXIT
  fi
  apt-get update
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
fi
