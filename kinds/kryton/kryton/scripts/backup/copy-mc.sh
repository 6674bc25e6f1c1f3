set -eu
cp "$(command -v mc)" "$DEST/mc"
