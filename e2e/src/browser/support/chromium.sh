#!/bin/sh
# Starts $CHROMIUM. As root it would give its pages priority over all other processes, and the product that they wait
# for would get no processor; without this capability it behaves as for an ordinary user.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
  exec setpriv --bounding-set=-sys_nice "$CHROMIUM" "$@"
fi
exec "$CHROMIUM" "$@"
