#!/usr/bin/env bash
# Makes sure of a Docker engine with Compose v2 and buildx. One that runs is used as it is. As root on Debian or Ubuntu,
# what is missing is installed from the distribution's packages and started; elsewhere a message names the next command.
set -euo pipefail

ANSWER_WITHIN=${ENGINE_WITHIN:-20} # seconds
START_WITHIN=60  # seconds
LOG=/var/log/dockerd.log

say() { echo "threadmill: $*"; }
stop() {
  echo "error: $*" >&2
  exit 1
}

# Runs a command for so many seconds at most; then the status is 124, or 142 on macOS, which has no timeout.
within() {
  if command -v timeout >/dev/null; then
    timeout "$@"
  else
    perl -e 'alarm shift; exec @ARGV or exit 127' "$@"
  fi
}

# answers, silent (it takes too long), forbidden (to this user) or absent
engine_state() {
  local said code=0
  said=$(within "$ANSWER_WITHIN" docker version --format '{{.Server.Version}}' 2>&1) || code=$?
  case $code:$said in
    0:*) echo answers ;;
    124:* | 142:*) echo silent ;;
    *"permission denied"*) echo forbidden ;;
    *) echo absent ;;
  esac
}

has_daemon() { command -v dockerd >/dev/null; }
has_compose() { docker compose version >/dev/null 2>&1; }
has_buildx() { docker buildx version >/dev/null 2>&1; }
has_systemd() { [ -d /run/systemd/system ]; }
daemon_runs() { pidof dockerd >/dev/null; }

require_rights() {
  if [ "$(uname)" != Linux ]; then
    stop "$1; start Docker Desktop, or install what is missing: brew install docker-compose docker-buildx"
  elif ! grep -qiE '^ID(_LIKE)?=.*(debian|ubuntu)' /etc/os-release || ! command -v apt-get >/dev/null; then
    stop "$1; as root: systemctl start docker, or where there is none: curl -fsSL https://get.docker.com | sh"
  elif [ "$(id -u)" != 0 ]; then
    stop "$1; run: sudo host/engine.sh"
  fi
}

# Runs apt-get; what it prints is shown only if it fails.
quietly() {
  local output
  if ! output=$(DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3 "$@" 2>&1); then
    tail -n 20 <<<"$output" >&2
    return 1
  fi
}

# The first of the packages that apt has at this version or newer; fails if it has none.
offered() {
  local minimum=$1 package candidate
  for package in "${@:2}"; do
    candidate=$(LC_ALL=C apt-cache policy "$package" 2>/dev/null | awk '$1 == "Candidate:" {print $2}')
    if [ "${candidate:-(none)}" != '(none)' ] && dpkg --compare-versions "$candidate" ge "$minimum"; then
      echo "$package"
      return
    fi
  done
  return 1
}

# Debian 12 has neither Compose v2 nor buildx. Trixie's need no newer libc; at priority 100 nothing else comes along.
add_trixie() {
  local mirror keys=/usr/share/keyrings/debian-archive-keyring.gpg
  # shellcheck disable=SC2016  # apt-get fills in the variable
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
  [ -n "$mirror" ] || stop "this release has no package of Compose v2; as root: curl -fsSL https://get.docker.com | sh"
  printf 'Package: *\nPin: release n=trixie\nPin-Priority: 100\n' >/etc/apt/preferences.d/threadmill-trixie
  echo "deb [signed-by=$keys] $mirror trixie main" >/etc/apt/sources.list.d/threadmill-trixie.list
  quietly update || stop "apt-get could not read Debian trixie's lists; the lines above say why"
}

# What is missing, as names for apt-get.
missing_packages() {
  local packages=()
  has_daemon || packages+=(docker.io ca-certificates)
  # From Debian 13 on the command is no part of docker.io, which names its package. The answer is taken whole: grep -q
  # leaves at its first match, and apt-cache's failure to write the rest would count as the pipe's.
  local depends
  depends=$(apt-cache depends docker.io 2>/dev/null || true)
  if ! command -v docker >/dev/null && [[ $depends == *docker-cli* ]]; then
    packages+=(docker-cli)
  fi
  # docker-compose below version 2 is another program; the -plugin packages are those of Docker's own repository
  has_compose ||
    packages+=("$(offered 2 docker-compose-plugin docker-compose-v2 docker-compose || echo docker-compose/trixie)")
  has_buildx || packages+=("$(offered 0 docker-buildx-plugin docker-buildx || echo docker-buildx/trixie)")
  echo "${packages[*]}"
}

# Takes the reason, to say it.
install_missing() {
  local packages
  [ -n "$(missing_packages)" ] || return 0
  # the lists may be missing or old; one broken source among them need not matter, so the installation decides
  quietly update || say "apt-get update complained (above); going on with the lists that there are"
  read -ra packages <<<"$(missing_packages)"
  say "$1; installing ${packages[*]}"
  [[ ${packages[*]} != */trixie* ]] || add_trixie
  # an installation that was interrupted before has left packages half installed, and apt-get refuses to go on
  DEBIAN_FRONTEND=noninteractive dpkg --configure -a >/dev/null 2>&1 || true # judged below, by apt-get
  quietly install -y --no-install-recommends "${packages[@]}" ||
    stop "apt-get could not install them; the lines above say why"
}

start_engine() {
  local deadline=$((SECONDS + START_WITHIN))
  say "starting the Docker engine"
  if has_systemd; then
    systemctl enable --now docker >/dev/null 2>&1 || true # judged below, by its answer
  elif ! daemon_runs; then # the package's installation may have started it
    start_daemon
  fi
  until [ "$(engine_state)" = answers ]; do
    sleep 0.5
    if ! daemon_runs || [ $SECONDS -ge $deadline ]; then
      show_log
      stop "the Docker engine did not start; the lines above, from its log, say why"
    fi
  done
}

# Without systemd: in a session of its own, so that it outlives this script and its terminal.
start_daemon() {
  # nobody else has mounted the cgroups there; Debian 13 no longer has the package that does
  grep -q ' cgroup2\? ' /proc/mounts ||
    { quietly install -y --no-install-recommends cgroupfs-mount && cgroupfs-mount; } ||
    stop "the engine needs cgroups, and none is mounted; as root: mount -t cgroup2 cgroup2 /sys/fs/cgroup"
  ulimit -Sn "$(ulimit -Hn)"
  setsid dockerd >"$LOG" 2>&1 </dev/null &
}

show_log() {
  if has_systemd; then
    journalctl --no-pager --unit docker --lines 20 >&2
  else
    tail -n 20 "$LOG" >&2
  fi
}

case $(engine_state) in
  silent) stop "the Docker engine gave no answer within $ANSWER_WITHIN s; look at its log and restart it" ;;
  forbidden) stop "this user may not use the Docker engine; run: sudo usermod -aG docker $(id -un), and log in again" ;;
  absent)
    [ -z "${DOCKER_HOST:-}" ] || stop "no engine answers at DOCKER_HOST=$DOCKER_HOST; start it, or unset DOCKER_HOST"
    require_rights "no Docker engine runs here"
    install_missing "no Docker engine runs here"
    start_engine
    ;;
esac
if ! has_compose || ! has_buildx; then
  require_rights "the docker command lacks Compose v2 or buildx"
  install_missing "the docker command lacks Compose v2 or buildx"
fi
has_compose || stop "docker compose does not work; run it to see why"
has_buildx || stop "docker buildx does not work; run it to see why"
