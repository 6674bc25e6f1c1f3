# From here on nothing fails the job: it would run again, and take another snapshot each time.
columns='{range .items[*]}{.metadata.name}{" "}{.metadata.annotations.leasehold\.dev/created-epoch}{"\n"}{end}'
if ! found=$(kubectl get volumesnapshots --namespace "$NAMESPACE" --selector "$SELECTOR" --output "jsonpath=$columns"); then
  echo "old snapshots were not listed" >&2
  exit 0
fi
while read -r name created; do
  case $created in '' | *[!0-9]*) continue ;; esac
  if [ $((epoch - 10#$created)) -gt "$RETENTION_SECONDS" ]; then
    kubectl delete volumesnapshot "$name" --namespace "$NAMESPACE" --wait=false ||
      echo "$name was not deleted" >&2
  fi
done <<<"$found"
