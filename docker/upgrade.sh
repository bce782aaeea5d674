#!/bin/sh
# Builds this clone and replaces what runs by it, process by process, so that no request fails (docs/operations.md, "Upgrading"). Stops
# where something is wrong; can be run again at any time. What was replaced keeps its image under the same tag with -before behind it,
# and with FAIRMARK_VERSION naming such a tag nothing is built: that is the way back.
#
#   --stop   first ends every process of the build that runs, where it cannot run beside the other
set -eu
cd "$(dirname "$0")"

say() { echo "== $*"; }
fail() {
  echo "$*" >&2
  exit 1
}

stop=no
case "$*" in
'') ;;
--stop) stop=yes ;;
*) fail 'Usage: sh upgrade.sh [--stop]' ;;
esac

# Ids of the images that the containers of a service run, each once.
running() { docker compose ps --quiet "$1" | xargs -r docker inspect --format '{{.Image}}' | sort -u; }
# Runs a text in an image's Node, with an argument. The versions of its events are in a file, or, of earlier images, in a package.
in_image() {
  docker run --rm --network none --entrypoint node "$1" --input-type=module --eval "
    import { existsSync, readFileSync } from 'node:fs';
    const file = 'versions.json';
    const events = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : await import('@fairmark/events');
    $2" "$3"
}
# What the first image writes that the second one cannot read; nothing when all is well.
unreadable() {
  reads=$(in_image "$2" 'console.log(JSON.stringify(events.SCHEMA_VERSIONS));' '')
  in_image "$1" "
    const reads = JSON.parse(process.argv[1]);
    const writes = events.WRITTEN_VERSIONS ?? events.SCHEMA_VERSIONS;
    const newer = Object.entries(writes).filter(([type, version]) => (reads[type] ?? 0) < version);
    console.log(newer.map(([type, version]) => type + ' version ' + version).join(', '));" "$reads"
}
# Brings a service to what image and files say, and waits until it is well. It is left alone if it is that already.
replace() { docker compose up --detach --no-deps --wait --wait-timeout 120 "$@"; }
# Ends this at a service that is not well.
unwell() {
  docker compose logs --tail 20 "$1" >&2
  fail "$1 is not well with $image (its last lines are above). The build before goes on serving where it still runs. Run this again when it is mended, or go back."
}

# What a release needs for the first time.
sh make-secrets.sh
image=$(docker compose config --images migrate | grep '^fairmark:' | head -n 1)
# The last one that is replaced: it runs what was well.
before=$(running api-2)
[ -n "$before" ] || fail 'No api-2 runs that could be replaced: docker compose up --build --detach'
case $image in
*-before) ;;
*)
  say "Building $image"
  docker compose build
  ;;
esac
after=$(docker image inspect --format '{{.Id}}' "$image")
[ "$before" = "$after" ] || [ "${image%-before}" != "$image" ] || docker tag "$before" "$image-before"

later=$(unreadable "$before" "$after")
[ -z "$later" ] || [ "${SET_BACK:-}" = on ] ||
  fail "$image cannot read what the build that runs writes: $later. With SET_BACK=on it starts all the same: what has such events does not open until the later build is back."
newer=$(unreadable "$after" "$before")
if [ $stop = yes ]; then
  say 'Ending the build that runs'
  docker compose stop api-1 api-2 projector
elif [ -n "$newer" ]; then
  fail "The build that runs cannot read what $image writes: $newer. It has to end first: sh upgrade.sh --stop. Requests fail until an api has started; phones keep their scores."
fi

# A backup that is being made holds locks that a migration would wait for. It begins again at the end, and where this fails.
docker compose stop backup
trap 'docker compose start backup || :' EXIT

say 'Migrating the database'
docker compose run --rm --no-deps -T -e SET_BACK migrate

# What is left of an upgrade that did not get to its end, maybe with settings that have been mended since.
for container in $(docker compose ps --all --quiet projector); do
  [ "$(docker inspect --format '{{.Image}}' "$container")" = "$before" ] || docker rm --force "$container" >/dev/null
done
if [ $stop = no ] && [ "$(running projector)" != "$after" ]; then
  say 'Adding a projector, which fills the tables of this build where they are new'
  replace --no-recreate --scale projector=3 projector || unwell projector
  tries=0
  until docker compose run --rm --no-deps -T ops projections status --json | grep -q '"state": *"LIVE"'; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || fail 'The tables of this build are not live (docker compose logs projector). The build before goes on serving.'
  done
fi

for api in api-1 api-2; do
  say "Replacing $api"
  replace "$api" || unwell "$api"
done
say 'Replacing the projectors'
replace projector || unwell projector

say 'Looking after the proxy'
docker compose exec -T proxy caddy reload --config - --adapter caddyfile --address unix//tmp/caddy.sock <Caddyfile ||
  docker compose up --detach --no-deps --force-recreate proxy
replace proxy

say 'Replacing the nightly backup'
trap - EXIT
# Last: a build from before it has none, and is no worse for that.
replace backup || {
  docker compose stop backup
  echo "No nightly backups with $image (docker compose logs backup)." >&2
}
say "Everything runs $image"
