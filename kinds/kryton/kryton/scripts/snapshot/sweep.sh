# From here on, no failure fails the job: it would run again, and take another snapshot each time.
# Tenants can write the annotation, so it is escaped: it cannot start another line.
created='{{with .metadata.annotations}}{{with index . "leasehold.dev/created-epoch"}}{{urlquery .}}{{end}}{{end}}'
columns="{{range .items}}{{.metadata.name}} $created {{with .status}}{{.readyToUse}}{{end}}{{\"\\n\"}}{{end}}"
if ! found=$(kubectl get volumesnapshots --namespace "$NAMESPACE" --selector "$SELECTOR" --output "go-template=$columns"); then
  echo "old snapshots were not listed" >&2
  exit 0
fi

# Keeps the newest snapshot that is ready, regardless of its age. Keeps all snapshots until one is ready.
newest=''
newest_created=-1
while read -r name created ready; do
  case $created in '' | *[!0-9]*) continue ;; esac
  if [ "$ready" = true ] && [ "$((10#$created))" -gt "$newest_created" ]; then
    newest=$name
    newest_created=$((10#$created))
  fi
done <<<"$found"
if [ -z "$newest" ]; then
  echo "no snapshot is ready yet; old ones are kept" >&2
  exit 0
fi

while read -r name created ready; do
  case $created in '' | *[!0-9]*) continue ;; esac
  [ "$name" = "$newest" ] && continue
  if [ $((epoch - 10#$created)) -gt "$RETENTION_SECONDS" ]; then
    kubectl delete volumesnapshot "$name" --namespace "$NAMESPACE" --wait=false ||
      echo "$name was not deleted" >&2
  fi
done <<<"$found"
