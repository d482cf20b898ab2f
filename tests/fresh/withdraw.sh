#!/bin/sh
# Takes the packages whose names match $GONE out of the lists that apt has just read, so that the archive lacks them.
set -eu
for list in /var/lib/apt/lists/*dists*_Packages; do
  if [ -e "$list" ]; then sed -Ei "s/^Package: ($GONE)\$/Package: withdrawn-\\1/" "$list"; fi
done
