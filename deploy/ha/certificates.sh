#!/bin/sh
# Makes an authority of the cluster's own and a certificate for each database machine, valid for two years; run again, it renews the certificates.
#   certificates.sh FOLDER one=10.77.0.11 two=10.77.0.12 three=10.77.0.13
# FOLDER/NAME/{ca.crt,machine.crt,machine.key} go to /etc/caderneta of that machine, readable by postgres only; FOLDER/ca.crt to
# /etc/caderneta of every machine with an app. FOLDER/ca.key stays in the safe: whoever has it can pass for a database machine.
set -eu
folder=$1
shift
umask 077
mkdir -p "$folder"
cd "$folder"
key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
[ -f ca.key ] || openssl req -x509 $key -days 3650 -subj /CN=caderneta-databases -keyout ca.key -out ca.crt 2>/dev/null
for machine in "$@"; do
  name=${machine%%=*} address=${machine#*=}
  mkdir -p "$name"
  cp ca.crt "$name/ca.crt"
  openssl req $key -subj "/CN=$name" -keyout "$name/machine.key" -out "$name/request" 2>/dev/null
  # An app reaches the machine through the haproxy beside it, at localhost.
  printf 'subjectAltName=IP:%s,DNS:%s,DNS:localhost\nextendedKeyUsage=serverAuth,clientAuth\n' "$address" "$name" >"$name/extensions"
  openssl x509 -req -days 730 -in "$name/request" -CA ca.crt -CAkey ca.key -CAcreateserial -extfile "$name/extensions" -out "$name/machine.crt" 2>/dev/null
  rm "$name/request" "$name/extensions"
done
