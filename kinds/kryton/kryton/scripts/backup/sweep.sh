# From here on, no failure fails the job: the dump succeeded, even if an old one cannot be deleted.
delete_old_dumps() {
  local dump name
  case $contents in
    *"TABLE DATA"*) ;;
    *)
      echo "the database has no tables; old dumps are kept" >&2
      return
      ;;
  esac
  if ! old=$(mc find "$target" --name '*.dump' --older-than "$RETENTION"); then
    echo "old dumps were not listed" >&2
    return
  fi
  while IFS= read -r dump; do
    name=${dump#"$target"}
    # Dumps of this database in this folder, but never that of this run, even if clocks are wrong.
    [[ $dump == "$target"* && $name =~ ^"$database"-[0-9]{8}T[0-9]{6}Z\.dump$ ]] || continue
    [ "$name" = "$database-$stamp.dump" ] && continue
    mc rm "$dump" >/dev/null || echo "$name was not deleted" >&2
  done <<<"$old"
}
delete_old_dumps
