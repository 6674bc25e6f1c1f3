set -eu

fail() {
  rm -rf "$DEST/.$name.tmp" "$DEST/.$name.new"
  echo "$name: $1" >&2
  exit 1
}

is_verified() {
  printf '%s  %s\n' "$sha256" "$1" | sha256sum -c - >/dev/null 2>&1
}

# Downloads the archive, unless the volume already contains it with the correct checksum.
download() {
  is_verified "$archive" && return
  curl --fail --location --globoff --retry 3 --silent --show-error \
    --proto '=http,https' --proto-redir '=http,https' --output "$DEST/.$name.tmp" --url "$url" ||
    fail "$url cannot be downloaded"
  is_verified "$DEST/.$name.tmp" || fail "the file at $url does not have the checksum $sha256"
  mv "$DEST/.$name.tmp" "$archive"
}

# Unpacks the archive into $1. Its content determines its type, not its name.
unpack() {
  case $(head -c 4 "$archive" | od -An -tx1 | tr -d ' \n') in
    1f8b*) tar -xzf "$archive" -C "$1" ;;
    425a68*) tar -xjf "$archive" -C "$1" ;;
    fd377a58) tar -xJf "$archive" -C "$1" ;;
    504b0304) unzip -q "$archive" -d "$1" ;;
    *) tar -xf "$archive" -C "$1" ;;
  esac
}

# Sets $new to the folder of the plugin: the archive itself, or the first folder in it with a manifest.
find_plugin() {
  [ -e "$new/manifest.json" ] && return
  for inner in "$new"/*/; do
    if [ -e "${inner}manifest.json" ]; then
      new=${inner%/}
      return
    fi
  done
  fail "the archive has no manifest.json, so the server would not load it"
}

# Whether the installed plugin contains every file of the archive, unchanged. It can contain other files.
is_installed() {
  find "$new" -type f | while IFS= read -r path; do
    cmp -s "$path" "$DEST/$name/${path#"$new"/}" || exit 1
  done
}

install_plugin() {
  rm -rf "$DEST/.$name.old"
  if [ -e "$DEST/$name" ]; then mv "$DEST/$name" "$DEST/.$name.old"; fi
  mv "$new" "$DEST/$name"
  rm -rf "$DEST/.$name.old"
}

wanted=" "
index=0
while [ "$index" -lt "$PLUGIN_COUNT" ]; do
  eval "name=\$PLUGIN_${index}_NAME url=\$PLUGIN_${index}_URL sha256=\$PLUGIN_${index}_SHA256"
  case $name in '' | .* | */*)
    echo "$name is not a name for a plugin" >&2
    exit 1
    ;;
  esac
  wanted="$wanted$name "
  archive="$DEST/.$name.archive"
  new="$DEST/.$name.new"
  # An earlier start can have stopped between the two moves.
  if [ ! -e "$DEST/$name" ] && [ -e "$DEST/.$name.old" ]; then mv "$DEST/.$name.old" "$DEST/$name"; fi
  download
  rm -rf "$new"
  mkdir "$new"
  unpack "$new" || fail "the file at $url cannot be unpacked"
  find_plugin
  if is_installed; then
    echo "$name is installed"
  else
    install_plugin
    echo "$name was installed"
  fi
  rm -rf "$DEST/.$name.new" "$DEST/.$name.sha256"
  index=$((index + 1))
done
