#!/bin/sh
# Moves the database to a server of another major version of PostgreSQL by logical replication, and back. OLD and NEW name a
# superuser on each server ("host=10.77.0.11 port=5432 user=postgres"), PGPASSWORD is its password. NEW has the role and the
# empty database of ../create-role.sql. No migration may run between copy and end.
#   major-upgrade.sh copy OLD NEW    takes schema and rows to NEW, which follows every change from then on; families notice nothing
#   major-upgrade.sh move OLD NEW    haproxy stopped beside every app: shuts the apps out of OLD, lets them into NEW when it has
#                                    everything, and compares every table as it was then; OLD follows NEW from then on, and
#                                    `move NEW OLD` leads back
#   major-upgrade.sh end NEW OLD     OLD follows no longer
set -eu
task=$1 old="$2 dbname=caderneta" new="$3 dbname=caderneta"
export PGTZ=UTC PGOPTIONS='-c client_min_messages=warning'
files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT

sql() { psql -X -q -At -v ON_ERROR_STOP=1 -d "$1" -c "$2"; }

# follow FROM TO COPY
follow() {
  sql "$1" "create publication upgrade for tables in schema public"
  sql "$2" "create subscription upgrade connection '$1 password=$PGPASSWORD' publication upgrade with (copy_data = $3)"
}

stop_following() {
  sql "$2" "drop subscription upgrade"
  sql "$1" "drop publication upgrade"
}

# Rows of a table without a primary key can be changed and published only with this.
set_identity() {
  sql "$1" "select format('alter table %s replica identity $2;', c.oid::regclass) from pg_class c
    where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_index where indrelid = c.oid and indisprimary)" >"$files/identity.sql"
  psql -X -q -v ON_ERROR_STOP=1 -d "$1" -f "$files/identity.sql"
}

take() {
  pg_dump -d "$old" "$@" >"$files/dump.sql"
  psql -X -q -v ON_ERROR_STOP=1 -d "$new" -f "$files/dump.sql" >/dev/null
}

# The job queue is left out everywhere: pg-boss makes and drops tables every day.
# hashes SERVER FILE: of the moment at which the first line is in FILE.all
hashes() {
  { echo "begin isolation level repeatable read read only; select 'snapshot';"; cat "$(dirname "$0")/table-hashes.sql"; } |
    psql -X -q -At -v ON_ERROR_STOP=1 -d "$1" >"$2.all"
  sed '1d; /^jobs\./d' "$2.all" >"$2"
}

copy() {
  sql "$new" 'alter role caderneta nologin'
  set_identity "$old" full
  take --schema-only --exclude-schema=jobs
  follow "$old" "$new" true
  until [ "$(sql "$new" "select count(*) from pg_subscription_rel where srsubstate <> 'r'")" = 0 ]; do sleep 1; done
  sql "$new" 'vacuum analyze'
  echo 'NEW has every row and follows'
}

move() {
  sql "$old" 'alter role caderneta nologin'
  # Whatever happens before NEW takes over: OLD works again.
  trap 'sql "$old" "alter role caderneta login"; rm -rf "$files"' EXIT
  sql "$old" "select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'caderneta'" >/dev/null
  end=$(sql "$old" 'select pg_current_wal_lsn()')
  echo 'nobody writes'
  until [ "$(sql "$old" "select confirmed_flush_lsn >= '$end' from pg_replication_slots where slot_name = 'upgrade'")" = t ]
  do sleep 0.1; done
  echo 'NEW has everything'
  sql "$old" "select format('select setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value)
    from pg_sequences where schemaname = 'public' and last_value is not null" >"$files/sequences.sql"
  psql -X -q -v ON_ERROR_STOP=1 -d "$new" -f "$files/sequences.sql" >/dev/null
  [ "$(sql "$new" "select to_regnamespace('jobs') is null")" = f ] || take --schema=jobs
  echo 'sequences are set'
  hashes "$old" "$files/old" & left=$!
  hashes "$new" "$files/new" & right=$!
  until [ -s "$files/old.all" ] && [ -s "$files/new.all" ]; do kill -0 "$left" "$right"; sleep 0.1; done
  stop_following "$old" "$new"
  follow "$new" "$old" false
  trap 'rm -rf "$files"' EXIT
  sql "$new" 'alter role caderneta login'
  echo 'the apps may enter NEW: start haproxy with its address'
  wait "$left"
  wait "$right"
  diff "$files/old" "$files/new" || { echo 'these tables differ: move back' >&2; exit 1; }
  echo "$(wc -l <"$files/old") tables had the same hashes"
}

end() {
  stop_following "$old" "$new"
  set_identity "$old" default
  set_identity "$new" default
}

case $task in
  copy | move | end) "$task" ;;
  *) echo "copy, move or end, not $task" >&2; exit 3 ;;
esac
