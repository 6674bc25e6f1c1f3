set -eu -o pipefail
export PATH="/tools:$PATH"

# A database given by its URL has its name at the end of the URL's path.
database=${PGDATABASE:-}
if [ -n "${POSTGRES_URL:-}" ]; then
  rest=${POSTGRES_URL%%\?*}
  rest=${rest#*://}
  case $rest in */?*) database=${rest##*/} ;; *) database=postgres ;; esac
  case $database in *[!A-Za-z0-9._-]*) database=postgres ;; esac
fi

stamp=$(date -u +%Y%m%dT%H%M%SZ)
file="$WORK_DIR/$database-$stamp.dump"
pg_dump --format=custom --no-owner --no-acl --file="$file" ${POSTGRES_URL:+"--dbname=$POSTGRES_URL"}
mc alias set store "$OBJECT_STORE_ENDPOINT" "$OBJECT_STORE_ACCESS_KEY" "$OBJECT_STORE_SECRET_KEY"
mc cp "$file" "store/$OBJECT_STORE_BUCKET/$OBJECT_STORE_PREFIX$database-$stamp.dump"
rm -f "$file"
