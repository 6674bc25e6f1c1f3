set -eu
# Names of namespaces: to put to sleep, to wake, and to wake because no supervisor selects them any longer. With SHARED, they
# belong to several tenants, and none of them can stop, delay or fail the job for the others.
SLEEP=${SLEEP:-} WAKE=${WAKE:-} RELEASE=${RELEASE:-} SHARED=${SHARED:-}
kept=leasehold.dev/replicas-before-sleep
exclude=hibernation.stakater.com/exclude

# The maximum number of changes in a namespace before the next one has its turn, and of turns.
if [ -n "$SHARED" ]; then turn=20 turns=25; else turn=1000000 turns=2; fi

# kubectl reads all workloads of a namespace at once. If they are too large, it fails before the pod runs out of memory.
ulimit -d 200000 || true

# One line for each workload. Tenants write the annotations, so they are escaped: they cannot start another line.
annotation() { echo "{{with .metadata.annotations}}{{with index . \"$1\"}}{{urlquery .}}{{end}}{{end}}"; }
# The last column is Delete if Kubernetes deletes the volume claims of a StatefulSet that is scaled down.
claims='{{if .spec.volumeClaimTemplates}}{{with .spec.persistentVolumeClaimRetentionPolicy}}{{.whenScaled}}{{end}}{{end}}'
columns="{{.metadata.name}}/{{.spec.replicas}}/{{.metadata.resourceVersion}}/$(annotation $kept)/$(annotation $exclude)/$claims"

is_number() {
  case $1 in '' | *[!0-9]* | ??????????*) return 1 ;; esac
}

# With the resourceVersion, the API server rejects a patch of an object that changed after it was read. The API server
# records the manager of each field, so Argo CD can distinguish this change from a manual one.
patch() {
  changes=$((changes + 1))
  kubectl patch "$2" "$3" --namespace "$namespace" --field-manager "leasehold-$1" --type merge --patch \
    "{\"metadata\":{\"annotations\":{\"$kept\":$5},\"resourceVersion\":\"$4\"},\"spec\":{\"replicas\":$6}}"
}

# Scales a running workload to 0 and stores its replica count. Does not change a workload that is already at 0, or whose data
# would be deleted.
sleep_one() {
  if [ "$3" = 0 ] || [ "$6" = true ]; then return 0; fi
  if [ "$7" = Delete ]; then
    echo "$1 $2 in $namespace does not sleep: whenScaled is Delete, so its volume claims would be deleted"
    return 0
  fi
  patch asleep "$1" "$2" "$4" "\"$3\"" 0
}

# A workload that someone already woke keeps its current replica count.
wake_one() {
  if [ -z "$5" ]; then return 0; fi
  count=$3
  if [ "$count" = 0 ]; then count=$5; fi
  if ! is_number "$count"; then
    echo "$1 $2 in $namespace: the annotation $kept is not a number: $count" >&2
    [ -n "$SHARED" ]
    return
  fi
  patch awake "$1" "$2" "$4" null "$count"
}

# Sets `more` if it ends before the last workload.
each_workload() {
  outcome=0
  for kind in deployments.apps statefulsets.apps; do
    found=$(kubectl get "$kind" --namespace "$namespace" --output "go-template={{range .items}}$columns{{\"\\n\"}}{{end}}") || return 1
    while IFS=/ read -r name replicas version before excluded scaled; do
      if [ -z "$name" ]; then continue; fi
      if [ "$changes" -ge "$turn" ]; then more=true && break; fi
      "$1" "$kind" "$name" "$replicas" "$version" "$before" "$excluded" "$scaled" </dev/null || outcome=1
    done <<EOF
$found
EOF
  done
  return "$outcome"
}

put_to_sleep() { each_workload sleep_one; }

wake() { each_workload wake_one; }

release() {
  # Most were never asleep, or were already released: they have no binding.
  case $(kubectl auth can-i patch deployments.apps --namespace "$namespace") in
    yes*) ;;
    no*) return 0 ;;
    *) return 1 ;;
  esac
  each_workload wake_one || return 1
  if [ -n "$more" ]; then return 0; fi
  kubectl delete rolebindings.rbac.authorization.k8s.io leasehold-hibernation --namespace "$namespace" --wait=false
}

# Repeats what failed, for example because a workload changed between the read and the patch. In a shared job, the cause is in
# the namespace, unless the API server does not respond.
in_turns() {
  waiting=$2 rest=$turns
  while [ -n "$waiting" ] && [ "$rest" -gt 0 ]; do
    later='' failed='' rest=$((rest - 1))
    for namespace in $waiting; do
      changes=0 more=''
      "$1" || failed=true more=true
      if [ -z "$more" ]; then continue; fi
      later="$later $namespace"
      if [ -n "$SHARED" ] && [ -n "$failed" ]; then kubectl get --raw /version >/dev/null || return 1; fi
    done
    waiting=$later
    if [ -n "$failed" ] && [ "$rest" -gt 0 ]; then sleep 2; fi
  done
  if [ -z "$waiting" ]; then return 0; fi
  echo "not all workloads were changed in:$waiting" >&2
  [ -n "$SHARED" ]
}

status=0
in_turns put_to_sleep "$SLEEP" || status=1
in_turns wake "$WAKE" || status=1
in_turns release "$RELEASE" || status=1
exit "$status"
