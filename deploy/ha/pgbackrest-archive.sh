#!/bin/sh
# archive_command of the three database machines: pgbackrest-archive.sh %p. Only the primary archives (archive_mode = on). pgBackRest wants its
# name in the command.
#
# After a failover every machine holds the last segment of the finished timeline, each with other bytes behind the point at which the
# next timeline began. pgBackRest refuses the second copy ("already exists, different checksum", status 45), and PostgreSQL would then
# try that segment for ever and archive nothing behind it. No restore needs any of them: the machine that was promoted archived what was
# written until then twice, as SEGMENT.partial and at the beginning of the same segment of the new timeline, and PostgreSQL reads the
# newest timeline that has a segment. So these segments count as archived. A second copy on a timeline that has not ended still stops
# the archive: then two machines were primary at once, and somebody has to look.
set -eu
segment=$1
name=${segment##*/}
folder=$(dirname "$segment")
configuration=${PGBACKREST_CONFIG:-/etc/pgbackrest.conf}

# Whether the history of a newer timeline says that the timeline of this segment ended in it or before it.
ended() {
  case $name in *[!0-9A-F]*) return 1 ;; esac
  [ ${#name} -eq 24 ] || return 1
  timeline=$((0x$(printf %s "$name" | cut -c1-8)))
  size=$(wc -c <"$segment")
  # A segment is numbered by 4 GB of log (8 digits) and its place in them (8 digits); a position in the log is HIGH/LOW in hexadecimal.
  number=$((0x$(printf %s "$name" | cut -c9-16) * (4294967296 / size) + 0x$(printf %s "$name" | cut -c17-24)))
  for history in $(ls -r "$folder" | grep -E '^[0-9A-F]{8}\.history$'); do
    while read -r parent position _; do
      [ "$parent" = "$timeline" ] || continue
      end=$((0x${position%/*} * (4294967296 / size) + 0x${position#*/} / size))
      [ "$number" -ge "$end" ]
      return
    done <"$folder/$history"
  done
  return 1
}

if ended; then
  echo "$name is the end of a finished timeline: not archived" >&2
  exit 0
fi
status=0
pgbackrest --config="$configuration" --stanza=caderneta archive-push "$segment" || status=$?
# The last part of a timeline, promoted away from on two machines: what both hold is the same.
case $status,$name in 45,*.partial) echo "$name is already in the archive" >&2 && exit 0 ;; esac
exit "$status"
