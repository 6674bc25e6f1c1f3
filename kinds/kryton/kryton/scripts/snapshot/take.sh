set -eu -o pipefail
epoch=$(date -u +%s)
stamp=$(date -u +%Y%m%d%H%M%S)
snapshot=${SNAPSHOT//@STAMP@/$stamp}
snapshot=${snapshot//@EPOCH@/$epoch}
printf '%s' "$snapshot" | kubectl create --namespace "$NAMESPACE" --filename -
