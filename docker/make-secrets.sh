#!/bin/sh
# Makes the secrets of compose.yaml, one file each, in docker/secrets or the folder that is named. What is there stays as it is.
#
# The folder is closed to other accounts of this machine. The files are readable for all: Compose shows a container the file itself,
# with its mode, and the processes in the containers are not its owner.
set -eu

folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

# Reads what a secret is from standard input, and keeps it unless there is one.
keep() {
  if [ -e "$1" ]; then
    cat >/dev/null
    # An earlier release made it read-only.
    chmod u+w "$1" || :
    return
  fi
  cat >"$1.part"
  chmod 644 "$1.part"
  mv "$1.part" "$1"
  echo "$folder/$1"
}

# 24 random bytes as letters and digits.
password() {
  od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

password | keep postgres-password
password | keep redis-password
head -c 48 /dev/urandom | base64 | tr -d '\n' | keep jwt-secret
printf 'postgres://fairmark:%s@postgres:5432/fairmark' "$(cat postgres-password)" | keep database-url
printf 'postgres://fairmark_api:%s@postgres:5432/fairmark' "$(password)" | keep api-database-url
printf 'postgres://fairmark_projector:%s@postgres:5432/fairmark' "$(password)" | keep projector-database-url
printf 'user default on >%s ~* &* +@all\n' "$(cat redis-password)" | keep redis-acl
printf 'redis://default:%s@redis:6379' "$(cat redis-password)" | keep redis-url
printf 'esdb://eventstore:2113?tls=false' | keep event-store-url
# The mail catcher of the profile `try`. For real mails put your server's address here: smtps://user:password@smtp.example
printf 'smtp://mail:1025' | keep smtp-url
