#!/bin/sh
# Makes the cluster and its database at the first start, from the variables that the official image
# knows, and becomes the server.
set -eu

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  user=${POSTGRES_USER:-postgres}
  password=${POSTGRES_PASSWORD_FILE:-/tmp/password}
  [ -n "${POSTGRES_PASSWORD_FILE:-}" ] || printf '%s' "$POSTGRES_PASSWORD" >"$password"
  # shellcheck disable=SC2086 # arguments, with spaces between them
  initdb --username="$user" --pwfile="$password" --auth=scram-sha-256 ${POSTGRES_INITDB_ARGS:-}
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  if [ "${POSTGRES_DB:-postgres}" != postgres ]; then
    echo "create database \"$POSTGRES_DB\"" | postgres --single postgres
  fi
fi
exec "$@"
