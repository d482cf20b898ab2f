# The base of the stand-ins on a day to come: its package archive offers MariaDB at another version, or lacks packages.
# VERSION of mariadb-server, such as 1:11.9.1-1; TOLD is what its program then tells of itself (as many characters as
# today's version has); GONE is a pattern of package names that Debian no longer offers; GOPROXY=off is a module proxy
# that does not answer.
FROM debian:trixie-slim
ARG VERSION=
ARG TOLD=
ARG GONE=^$
ARG GOPROXY=
# an empty one counts as none
ENV GOPROXY=$GOPROXY

RUN mkdir /archive && touch /archive/Packages \
 && if [ -n "$VERSION" ]; then \
      apt-get update && apt-get install -y --no-install-recommends apt-utils && cd /archive \
      && today=$(apt-cache show --no-all-versions mariadb-server | sed -n 's/^Version: //p') \
      && series=$(echo "$today" | sed 's/^1:\([0-9.]*\).*/\1/') \
      && apt-get download $(apt-get install -s --no-install-recommends mariadb-server | sed -n 's/^Inst \(mariadb-[^ ]*\).*/\1/p') \
      && for package in *.deb; do \
           dpkg-deb --raw-extract "$package" /unpacked && rm "$package" \
           && sed -i "s/$today/$VERSION/g" /unpacked/DEBIAN/control \
           && { [ -z "$TOLD" ] || [ ! -e /unpacked/usr/sbin/mariadbd ] \
                || sed -i "s/$series-MariaDB/$TOLD-MariaDB/g" /unpacked/usr/sbin/mariadbd; } \
           && dpkg-deb --build /unpacked . && rm -r /unpacked || exit 1; \
         done \
      && apt-ftparchive packages . > Packages; \
    fi
ENV GONE=$GONE
COPY withdraw.sh /usr/local/bin/withdraw
RUN echo 'deb [trusted=yes] file:/archive ./' > /etc/apt/sources.list.d/archive.list \
 && printf 'Acquire::GzipIndexes "false";\nAPT::Update::Post-Invoke { "withdraw"; };\n' > /etc/apt/apt.conf.d/99archive
