#!/bin/sh
# Puts Prometheus and promtool below a folder, from the first source that has their series: Debian, then the Go module
# proxy. If neither has it, Debian's newest is taken. The folder's etc/threadmill-standin says which it is.
#
# Usage: fetch.sh SERIES MODULE_VERSION FOLDER
set -eu

series=$1 module=github.com/prometheus/prometheus@$2 folder=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$folder/etc/prometheus" "$folder/usr/bin"

# apt prefers the series where it has it, since it is pinned
candidate() { LC_ALL=C apt-cache policy prometheus | awk '$1 == "Candidate:" && $2 != "(none)" {print $2}'; }

of_series() {
  case $1 in
    "$series".*) ;;
    *) return 1 ;;
  esac
}

from_debian() {
  version=$(candidate) && [ -n "$version" ] || return 1
  (cd "$scratch" && apt-get download "prometheus=$version" "promtool=$version") || return 1
  for package in "$scratch"/*.deb; do
    dpkg-deb --extract "$package" "$folder" || return 1
  done
  echo "prometheus $version of Debian" >"$folder/etc/threadmill-standin"
}

# The module is built with its own go.mod and go.sum; `go install` would refuse its exclude directives. It brings every
# cloud's service discovery, which no configuration of ours uses, and not its web pages, which are made with npm.
from_go() {
  apt-get install -y --no-install-recommends ca-certificates golang-go || return 1
  fetched=$(go mod download -json "$module" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",$/\1/p')
  [ -n "$fetched" ] || return 1
  cp -r "$fetched" "$scratch/source" && chmod -R u+w "$scratch/source" || return 1
  echo 'package plugins' >"$scratch/source/plugins/plugins.go"
  (
    cd "$scratch/source" &&
      CGO_ENABLED=0 go build -trimpath -o "$folder/usr/bin/" \
        -ldflags "-s -w -X github.com/prometheus/common/version.Version=$(cat VERSION)" ./cmd/prometheus ./cmd/promtool &&
      cp documentation/examples/prometheus.yml "$folder/etc/prometheus/"
  ) || return 1
  echo "$module of the Go module proxy, without web pages" >"$folder/etc/threadmill-standin"
}

apt-get update || echo "Debian's lists could not all be read; going on with what there is"
if of_series "$(candidate)" && from_debian; then exit; fi
echo "Debian has no Prometheus $series that can be had; building $module"
if from_go; then exit; fi
echo "$module could not be built; taking what Debian has"
from_debian || { echo "no source has Prometheus"; exit 1; }
