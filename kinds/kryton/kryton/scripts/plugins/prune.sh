# Removes only folders that the installer created. It stores their archive or, in earlier releases, its checksum next to
# them. Other folders are plugins of administrators, or notes.
for mark in "$DEST"/.*.archive "$DEST"/.*.sha256; do
  [ -e "$mark" ] || continue
  name=${mark##*/.}
  name=${name%.*}
  case $wanted in *" $name "*) continue ;; esac
  rm -rf "${DEST:?}/$name" "$DEST/.$name.archive" "$DEST/.$name.sha256" "$DEST/.$name.old"
  echo "$name was removed"
done
