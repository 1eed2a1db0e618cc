#!/bin/sh
# Restores the cluster as it was at a named minute into a folder of its own and starts it there, on a socket only.
# Neither the running cluster nor the archive is touched. As postgres, with the environment of Patroni:
#   restore-to.sh "2026-11-24 14:05:00+01" /var/lib/caderneta/restored [/etc/pgbackrest.conf]
# With `latest` instead of a moment, everything that the archive has; with `standby` it goes on reading the archive until it is promoted.
set -eu
when=$1 folder=$2 configuration=${3:-/etc/pgbackrest.conf}
bin=/usr/lib/postgresql/15/bin
mkdir -m 700 "$folder" "$folder/data"
case $when in
  latest) set -- --type=default ;;
  standby) set -- --type=standby ;;
  *) set -- --type=time --target="$when" --target-action=promote ;;
esac
pgbackrest --config="$configuration" --stanza=caderneta --pg1-path="$folder/data" "$@" --archive-mode=off restore
# What Patroni says on the command line or in the restored file belongs to the machine it came from.
"$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -t 3600 -o "-p 5433 -c listen_addresses= -c unix_socket_directories=$folder \
  -c hba_file=$folder/data/pg_hba.conf -c ident_file=$folder/data/pg_ident.conf -c max_connections=200 \
  -c synchronous_standby_names= -c primary_conninfo= -c primary_slot_name= -c archive_mode=off" start >/dev/null || { tail -n 5 "$folder/log" >&2; exit 1; }
if [ "$when" = standby ]; then
  echo "follows the archive: psql -h $folder -p 5433 -d caderneta; to take over: $bin/pg_ctl -D $folder/data promote"
  exit
fi
until [ "$("$bin/psql" -h "$folder" -p 5433 -d caderneta -Atc 'select not pg_is_in_recovery()')" = t ]; do
  # The server ends by itself when the archive does not reach that moment.
  "$bin/pg_ctl" -D "$folder/data" status >/dev/null || { tail -n 5 "$folder/log" >&2; exit 1; }
  sleep 1
done
# The restore's own settings (its target, no archive) must not stay where the folder becomes a machine's.
"$bin/psql" -q -h "$folder" -p 5433 -d caderneta -c 'alter system reset all'
echo "restored: psql -h $folder -p 5433 -d caderneta"
