#!/bin/sh
# Deploy hook of certbot: puts the renewed certificate and its key into the one file that haproxy reads, and reloads haproxy, which keeps
# its connections. With a certificate that haproxy refuses nothing changes.
set -eu
file=${PROXY_CERTIFICATE:-/etc/caderneta/certificate.pem}
configuration=${PROXY_CONFIGURATION:-/etc/haproxy/haproxy.cfg}
umask 077
cat "$RENEWED_LINEAGE/fullchain.pem" "$RENEWED_LINEAGE/privkey.pem" >"$file.new"
PROXY_CERTIFICATE="$file.new" haproxy -c -q -f "$configuration"
mv "$file.new" "$file"
${PROXY_RELOAD:-systemctl reload haproxy}
