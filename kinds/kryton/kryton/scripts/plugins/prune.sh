for path in "$DEST"/*; do
  [ -e "$path" ] || continue
  name=${path##*/}
  case $wanted in *" $name "*) continue ;; esac
  rm -rf "$path" "$DEST/.$name.sha256"
  echo "$name was removed"
done
