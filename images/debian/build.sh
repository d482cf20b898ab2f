#!/usr/bin/env bash
# The base of the other stand-ins: Debian trixie without documentation, from Debian's package archive.
# image: debian:trixie-slim
# takes: 25 s
#
# Usage: build.sh IMAGE LABEL
set -euo pipefail

image=$1 label=$2
certificates=/usr/local/share/ca-certificates

if ! command -v mmdebstrap >/dev/null || [ ! -e /usr/share/keyrings/debian-archive-keyring.gpg ]; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "install mmdebstrap and debian-archive-keyring, or use a host that an image registry answers" >&2
    exit 1
  fi
  # an installation that was interrupted before has left packages half installed, and apt-get refuses to go on
  DEBIAN_FRONTEND=noninteractive dpkg --configure -a || true # judged below, by apt-get
  install() { apt-get -o Acquire::Retries=3 install -y --no-install-recommends mmdebstrap debian-archive-keyring; }
  # the lists are new where the engine has just been installed
  install || { apt-get -o Acquire::Retries=3 update && install; }
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What the official slim image leaves out as well. Like there, dpkg does not wait for the disk after every file: a layer
# that a crash cuts short is thrown away.
cat >"$scratch/dpkg.cfg" <<'END'
path-exclude=/usr/share/doc/*
path-exclude=/usr/share/info/*
path-exclude=/usr/share/locale/*
path-exclude=/usr/share/man/*
path-include=/usr/share/doc/*/copyright
path-include=/usr/share/locale/locale.alias
force-unsafe-io
END

# no daemon may start while a package is being installed in an image
printf '#!/bin/sh\nexit 101\n' >"$scratch/policy-rc.d"
chmod 755 "$scratch/policy-rc.d"

# behind a TLS-inspecting proxy, programs in a container trust no more than this folder tells them
mkdir "$scratch/ca-certificates"
if [ -d "$certificates" ]; then
  find -L "$certificates" -name '*.crt' -exec cp -L -t "$scratch/ca-certificates" {} +
fi

# The long descriptions of packages, which apt-get update fetches unless told not to, are more than a third of the lists.
# The empty manual folder is there because packages with alternatives, such as Java, fail to install without it.
# Without the skip, mmdebstrap would remove policy-rc.d at the end.
# shellcheck disable=SC2016  # mmdebstrap fills in $1, its folder
mmdebstrap --variant=minbase --include=ca-certificates --dpkgopt="$scratch/dpkg.cfg" --skip=chroot/policy-rc.d \
  --aptopt='Acquire::Retries "3"' --aptopt='Acquire::Languages "none"' \
  --customize-hook="copy-in '$scratch/ca-certificates' /usr/local/share" \
  --customize-hook="copy-in '$scratch/policy-rc.d' /usr/sbin" \
  --customize-hook='mkdir -p "$1"/usr/share/man/man1' \
  --customize-hook='chroot "$1" update-ca-certificates' \
  trixie "$scratch/root.tar"

docker import --change 'CMD ["bash"]' --change "LABEL $label" "$scratch/root.tar" "$image"
