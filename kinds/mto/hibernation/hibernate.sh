set -eu
# Names of namespaces: to put to sleep, to wake, and to wake because no supervisor selects them any longer.
SLEEP=${SLEEP:-} WAKE=${WAKE:-} RELEASE=${RELEASE:-}
kept=leasehold.dev/replicas-before-sleep
exclude=hibernation.stakater.com/exclude

# One line for each workload. Tenants write the annotations, so they are escaped: they cannot start another line.
annotation() { echo "{{with .metadata.annotations}}{{with index . \"$1\"}}{{urlquery .}}{{end}}{{end}}"; }
columns="{{.metadata.name}}/{{.spec.replicas}}/{{.metadata.resourceVersion}}/$(annotation $kept)/$(annotation $exclude)"

is_number() {
  case $1 in '' | *[!0-9]* | ??????????*) return 1 ;; esac
}

# With the resourceVersion, the API server rejects a patch of an object that changed after it was read. The API server
# records the manager of each field, so Argo CD can distinguish this change from a manual one.
patch() {
  kubectl patch "$2" "$3" --namespace "$namespace" --field-manager "leasehold-$1" --type merge --patch \
    "{\"metadata\":{\"annotations\":{\"$kept\":$5},\"resourceVersion\":\"$4\"},\"spec\":{\"replicas\":$6}}"
}

# Scales a running workload to 0 and stores its replica count. Does not change a workload that is already at 0.
sleep_one() {
  if [ "$3" = 0 ] || [ "$6" = true ]; then return 0; fi
  patch asleep "$1" "$2" "$4" "\"$3\"" 0
}

# A workload that someone already woke keeps its current replica count.
wake_one() {
  if [ -z "$5" ]; then return 0; fi
  count=$3
  if [ "$count" = 0 ]; then count=$5; fi
  if ! is_number "$count"; then
    echo "$1 $2 in $namespace: the annotation $kept is not a number: $count" >&2
    return 1
  fi
  patch awake "$1" "$2" "$4" null "$count"
}

each_workload() {
  outcome=0
  for kind in deployments.apps statefulsets.apps; do
    found=$(kubectl get "$kind" --namespace "$namespace" --output "go-template={{range .items}}$columns{{\"\\n\"}}{{end}}") || return 1
    while IFS=/ read -r name replicas version before excluded; do
      if [ -z "$name" ]; then continue; fi
      "$1" "$kind" "$name" "$replicas" "$version" "$before" "$excluded" </dev/null || outcome=1
    done <<EOF
$found
EOF
  done
  return "$outcome"
}

# Twice, because a workload can change between the read and the patch.
twice() {
  each_workload "$1" || each_workload "$1"
}

status=0
for namespace in $SLEEP; do
  twice sleep_one || status=1
done
for namespace in $WAKE; do
  twice wake_one || status=1
done
for namespace in $RELEASE; do
  # Most were never asleep, or were already released: they have no binding.
  if ! kubectl auth can-i patch deployments.apps --namespace "$namespace" --quiet; then continue; fi
  if twice wake_one; then
    kubectl delete rolebindings.rbac.authorization.k8s.io leasehold-hibernation --namespace "$namespace" --wait=false || status=1
  else
    status=1
  fi
done
exit "$status"
