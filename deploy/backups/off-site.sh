#!/bin/sh
# Makes a backup, encrypts it for the keys in a file, and copies it to another place. Nothing that is older than 30 days stays in either.
#   BACKUP_RECIPIENTS=/etc/caderneta/backup.recipients BACKUP_TARGET=backup@elsewhere:/srv/caderneta off-site.sh FOLDER
# The recipients are public keys of age (age-keygen); their private keys are in the safe and not on this machine, so that who takes the
# machine cannot read the backups. To restore: age -d -i KEY FILE > backup.ndjson.gz, then npm run restore.
set -eu
umask 077
folder=$1
: "${BACKUP_RECIPIENTS:?}" "${BACKUP_TARGET:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder" "$work/plain" "$work/empty"
${BACKUP_COMMAND:-node scripts/backup.ts} --to "$work/plain" >/dev/null
for file in "$work/plain"/*; do
  name=$(basename "$file").age
  age --encrypt -R "$BACKUP_RECIPIENTS" -o "$folder/$name.partial" "$file"
  mv "$folder/$name.partial" "$folder/$name"
done
# The privacy policy: erased families are gone from every backup after 30 days.
find "$folder" \( -name '*.age' -o -name '*.partial' \) -mtime +29 -delete
rsync -a --include='*.age' --exclude='*' "$folder/" "$BACKUP_TARGET/"
# Deletes there by date and name, so that an empty folder here deletes nothing.
rsync --list-only --include='*.age' --exclude='*' "$BACKUP_TARGET/" >"$work/listed"
awk -v limit="$(date -d '29 days ago' +%Y/%m/%d)" '$NF ~ /\.age$/ && $3 < limit { print "+ /" $NF }' "$work/listed" >"$work/old"
if [ -s "$work/old" ]; then
  echo '- *' >>"$work/old"
  rsync -r --delete --filter="merge $work/old" "$work/empty/" "$BACKUP_TARGET/"
fi
# The app's metric backup_age_seconds reads when this was.
touch "$folder/copied"
echo "$(ls "$folder"/*.age | wc -l) backups, the newest $name"
