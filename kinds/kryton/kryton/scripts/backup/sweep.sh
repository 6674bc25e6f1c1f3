# A dump that was made is a success, even if an old one could not be deleted.
mc rm --recursive --force --older-than "$RETENTION" "store/$OBJECT_STORE_BUCKET/$OBJECT_STORE_PREFIX" ||
  echo "old dumps were not deleted" >&2
