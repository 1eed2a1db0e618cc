#!/bin/sh
# Deploy hook of certbot: puts the renewed certificate and its key into the one file that haproxy reads, and reloads haproxy, which keeps
# its connections. With a certificate that haproxy refuses nothing changes.
set -eu
set -a
. "${PROXY_ENVIRONMENT:-/etc/default/haproxy}"
set +a
umask 077
file=$PROXY_CERTIFICATE
cat "$RENEWED_LINEAGE/fullchain.pem" "$RENEWED_LINEAGE/privkey.pem" >"$file.new"
PROXY_CERTIFICATE="$file.new" haproxy -c -q -f "$CONFIG" || { rm "$file.new"; exit 1; }
mv "$file.new" "$file"
# At the first certificate haproxy does not run yet.
${PROXY_RELOAD:-systemctl try-reload-or-restart haproxy}
