# Prunes only what the installer installed: it keeps the archive or, in earlier releases, its checksum. Administrators
# also install plugins, and a volume can contain a folder of notes with this name.
for mark in "$DEST"/.*.archive "$DEST"/.*.sha256; do
  [ -e "$mark" ] || continue
  name=${mark##*/.}
  name=${name%.*}
  case $wanted in *" $name "*) continue ;; esac
  rm -rf "${DEST:?}/$name" "$DEST/.$name.archive" "$DEST/.$name.sha256" "$DEST/.$name.old"
  echo "$name was removed"
done
