set -eu -o pipefail
export PATH="/tools:$PATH"

# libpq rejects parameters that only other clients know, such as those of node-postgres.
known=" application_name channel_binding client_encoding connect_timeout dbname fallback_application_name gssdelegation \
gssencmode gsslib host hostaddr keepalives keepalives_count keepalives_idle keepalives_interval krbsrvname \
load_balance_hosts options passfile password port require_auth requirepeer requiressl service \
ssl_max_protocol_version ssl_min_protocol_version sslcert sslcertmode sslcompression sslcrl sslcrldir sslkey sslmode \
sslpassword sslrootcert sslsni target_session_attrs tcp_user_timeout user "

# Sets $url to the URL with the parameters that libpq knows.
libpq_url() {
  url=${1%%\?*}
  local parameter separator='?' query=''
  [[ $1 == *\?* ]] && query=${1#*\?}
  local IFS='&'
  set -f
  for parameter in ${query%%#*}; do
    case $parameter in
      sslmode=no-verify | ssl=true | ssl=1) parameter=sslmode=require ;;
      ssl=false | ssl=0) parameter=sslmode=disable ;;
    esac
    case $known in
      *" ${parameter%%=*} "*)
        url=$url$separator$parameter
        separator='&'
        ;;
      *) echo "POSTGRES_URL: ${parameter%%=*} is not a parameter of libpq and is left out" >&2 ;;
    esac
  done
  set +f
}

# The name of a database is the end of the path of its URL.
database=${PGDATABASE:-}
url=''
if [ -n "${POSTGRES_URL:-}" ]; then
  libpq_url "$POSTGRES_URL"
  rest=${POSTGRES_URL%%\?*}
  rest=${rest#*://}
  case $rest in */?*) database=${rest##*/} ;; *) database=postgres ;; esac
  case $database in *[!A-Za-z0-9._-]*) database=postgres ;; esac
fi

stamp=$(date -u +%Y%m%dT%H%M%SZ)
file="$WORK_DIR/$database-$stamp.dump"
target="store/$OBJECT_STORE_BUCKET/$OBJECT_STORE_PREFIX"
# A run that was killed can leave a dump behind, which would fill the volume.
rm -f "$WORK_DIR"/*.dump
trap 'rm -f "$file"' EXIT

# Invalid credentials and a missing bucket fail here, before the dump. Write-only credentials are enough.
mc alias set store "$OBJECT_STORE_ENDPOINT" "$OBJECT_STORE_ACCESS_KEY" "$OBJECT_STORE_SECRET_KEY" >/dev/null
if ! listed=$(mc ls "$target" 2>&1); then
  case $listed in
    *"Access Denied"* | *AccessDenied*) ;;
    *)
      echo "the bucket cannot be read: $listed" >&2
      exit 1
      ;;
  esac
fi

pg_dump --format=custom --no-owner --no-acl --file="$file" ${url:+"--dbname=$url"}
contents=$(pg_restore --list "$file")
mc cp "$file" "$target$database-$stamp.dump"
