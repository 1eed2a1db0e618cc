#!/bin/sh
# Deploy hook of certbot: puts the renewed certificate and its key into the one file that haproxy reads, and reloads haproxy, which keeps
# its connections. With a certificate that does not belong to its key nothing changes. `certificate-renewed.sh compose` is for compose.yaml.
set -eu
here=$(dirname "$(realpath "$0")")
if [ "${1:-}" = compose ]; then
  compose="docker compose -f $here/compose.yaml"
  file=$here/certificates/site.pem
  # The user of the image of haproxy.
  owner=99:99
  reload='[ -z "$($compose ps -q proxy)" ] || $compose kill -s HUP proxy'
else
  . "${PROXY_ENVIRONMENT:-/etc/default/haproxy}"
  file=$PROXY_CERTIFICATE
  owner=root:root
  reload=${PROXY_RELOAD:-systemctl try-reload-or-restart haproxy}
fi
mkdir -p "$(dirname "$file")"
umask 077
trap 'rm -f "$file.new"' EXIT
cat "$RENEWED_LINEAGE/fullchain.pem" "$RENEWED_LINEAGE/privkey.pem" >"$file.new"
public=$(openssl pkey -pubout -in "$file.new")
[ "$(openssl x509 -noout -pubkey -in "$file.new")" = "$public" ] || { echo 'the certificate does not belong to its key' >&2; exit 1; }
chown "$owner" "$file.new"
mv "$file.new" "$file"
# At the first certificate haproxy does not run yet.
eval "$reload"
