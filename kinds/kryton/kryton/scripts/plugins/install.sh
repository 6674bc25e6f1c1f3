set -eu

# Sets $new to the folder to install: that of the archive, or the one folder inside it that holds the plugin.
unpack() {
  new="$DEST/.$name.new"
  rm -rf "$new"
  mkdir "$new"
  tar "$1" "$file" -C "$new"
  rm -f "$file"
  [ -e "$new/manifest.json" ] && return
  for inner in "$new"/*/; do
    if [ -e "${inner}manifest.json" ]; then
      new=${inner%/}
      return
    fi
  done
}

install_plugin() {
  file="$DEST/.$name.tmp"
  curl --fail --location --globoff --retry 3 --silent --show-error \
    --proto '=http,https' --proto-redir '=http,https' --output "$file" --url "$url"
  if ! printf '%s  %s\n' "$sha256" "$file" | sha256sum -c - >/dev/null 2>&1; then
    rm -f "$file"
    echo "$name: what $url gave has not the checksum $sha256" >&2
    exit 1
  fi
  new=$file
  case ${url%%[?#]*} in
    *.tar.gz | *.tgz) unpack -xzf ;;
    *.tar) unpack -xf ;;
  esac
  rm -rf "$DEST/.$name.sha256" "$DEST/.$name.old"
  if [ -e "$DEST/$name" ]; then mv "$DEST/$name" "$DEST/.$name.old"; fi
  mv "$new" "$DEST/$name"
  rm -rf "$DEST/.$name.old" "$DEST/.$name.new"
  printf '%s' "$sha256" >"$DEST/.$name.sha256"
}

wanted=" "
index=0
while [ "$index" -lt "$PLUGIN_COUNT" ]; do
  eval "name=\$PLUGIN_${index}_NAME url=\$PLUGIN_${index}_URL sha256=\$PLUGIN_${index}_SHA256"
  case $name in '' | .* | */*)
    echo "$name is no name for a plugin" >&2
    exit 1
    ;;
  esac
  wanted="$wanted$name "
  if [ -e "$DEST/$name" ] && [ "$(cat "$DEST/.$name.sha256" 2>/dev/null)" = "$sha256" ]; then
    echo "$name is installed"
  else
    install_plugin
    echo "$name was installed"
  fi
  index=$((index + 1))
done
