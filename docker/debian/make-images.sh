#!/bin/sh
# Makes images of Debian's packages for compose.yaml of this folder, named fairmark-base/…: for
# trials and tests, not for golfers. Needs root, an engine, npm, and Debian's mmdebstrap. Images
# that are there stay unless --anew is given.
#
# All of them are one file system under four names, which is made in half the time of four. Debian's
# next release has the versions that ../compose.yaml names, or nearly.
set -eu

suite=forky
# Debian's npm is four hundred packages.
npm=11.19.1
cd "$(dirname "$0")"

names='node postgres redis caddy'
there=yes
for name in $names; do
  docker image inspect "fairmark-base/$name" >/dev/null 2>&1 || there=no
done
if [ $there = yes ] && [ "${1:-}" != --anew ]; then
  echo 'The images are there.'
  exit
fi

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
cp Dockerfile postgres.sh "$context"
# A network that looks into connections has an authority of its own, which this machine knows.
cp "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$context/authorities.crt"
(cd "$context" && npm pack --silent "npm@$npm" >/dev/null && mv npm-*.tgz npm.tgz)
# A suite that is not released yet may be older than it says that it is good for.
mmdebstrap --quiet --variant=minbase \
  --aptopt='Acquire::Check-Valid-Until "false"' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  --include=ca-certificates,wget,nodejs,postgresql-18,redis-server,caddy \
  "$suite" - | docker import - fairmark-base/debian >/dev/null
for name in $names; do
  # Not every engine has BuildKit.
  DOCKER_BUILDKIT=0 docker build --quiet --target "$name" --tag "fairmark-base/$name" "$context" >/dev/null
  echo "fairmark-base/$name"
done
