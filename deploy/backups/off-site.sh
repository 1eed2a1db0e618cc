#!/bin/sh
# Makes a backup, encrypts it for the keys in a file, and copies it to another place. Nothing that is older than 30 days stays in either.
#   BACKUP_RECIPIENTS=/etc/caderneta/backup.recipients BACKUP_TARGET=backup@elsewhere:/srv/caderneta off-site.sh FOLDER
# The recipients are public keys of age (age-keygen); their private keys are in the safe and not on this machine, so that who takes the
# machine cannot read the backups. To restore: age -d -i KEY FILE > backup.ndjson.gz, then npm run restore.
set -eu
umask 077
folder=$1
: "${BACKUP_RECIPIENTS:?}" "${BACKUP_TARGET:?}"
plain=$(mktemp -d)
trap 'rm -rf "$plain"' EXIT
mkdir -p "$folder"
${BACKUP_COMMAND:-node scripts/backup.ts} --to "$plain" >/dev/null
for file in "$plain"/*; do
  name=$(basename "$file").age
  age --encrypt -R "$BACKUP_RECIPIENTS" -o "$folder/$name.partial" "$file"
  mv "$folder/$name.partial" "$folder/$name"
done
# The privacy policy: erased families are gone from every backup after 30 days.
find "$folder" \( -name '*.age' -o -name '*.partial' \) -mtime +29 -delete
# At most two a night: a folder that is suddenly empty does not empty the other place.
rsync -a --delete --max-delete=2 --exclude='*.partial' "$folder/" "$BACKUP_TARGET/"
echo "$(ls "$folder"/*.age | wc -l) backups, the newest $name"
