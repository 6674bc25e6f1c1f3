set -eu
account=/var/run/secrets/kubernetes.io/serviceaccount

random() {
  head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'
}

# Each line of $SECRETS has the name of a Secret and the keys that it needs. Existing Secrets are never changed.
printf '%s\n' "$SECRETS" | while read -r name keys; do
  data=''
  for key in $keys; do
    data="$data${data:+,}\"$key\":\"$(random)\""
  done
  body='{"apiVersion":"v1","kind":"Secret","metadata":{"name":"'"$name"'"},"stringData":{'"$data"'}}'
  # The response contains the Secret, so it is not printed.
  status=$(printf '%s' "$body" | curl --silent --show-error --retry 10 --retry-connrefused --output /dev/null \
    --write-out '%{http_code}' --cacert "$account/ca.crt" --header "Authorization: Bearer $(cat "$account/token")" \
    --header 'Content-Type: application/json' --data-binary @- "$API_SERVER/api/v1/namespaces/$NAMESPACE/secrets")
  case $status in
    201) echo "Secret $name is created" ;;
    409) echo "Secret $name exists" ;;
    *)
      echo "Secret $name is not created: the API server answers $status" >&2
      exit 1
      ;;
  esac
done
