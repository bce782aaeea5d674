#!/bin/sh
# Starts $CHROMIUM. One that runs as root would put its pages before all other processes, and the product that they wait
# for would get no processor; without this right it does as an ordinary user's.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
  exec setpriv --bounding-set=-sys_nice "$CHROMIUM" "$@"
fi
exec "$CHROMIUM" "$@"
