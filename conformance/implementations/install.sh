#!/bin/sh
# Installs implementations that can be certified: sh conformance/implementations/install.sh NAME…
# Each goes into the folder .installed beside its adapter, at the version that is pinned there, and nowhere else.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
if [ $# -eq 0 ]; then
    echo "usage: install.sh NAME…; there are:" >&2
    for folder in "$here"/*/; do
        [ ! -f "$folder/implementation.yaml" ] || echo "  $(basename "$folder")" >&2
    done
    exit 2
fi

for name in "$@"; do
    folder="$here/$name"
    if [ -f "$folder/requirements.txt" ]; then
        rm -rf "$folder/.installed"
        python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
            --target "$folder/.installed" --requirement "$folder/requirements.txt"
    elif [ -f "$folder/package.json" ]; then
        rm -rf "$folder/.installed"
        mkdir "$folder/.installed"
        cp "$folder/package.json" "$folder/package-lock.json" "$folder/.installed"
        npm ci --silent --no-audit --no-fund --ignore-scripts --prefix "$folder/.installed"
    elif [ -f "$folder/Cargo.toml" ]; then
        cargo build --release --quiet --manifest-path "$folder/Cargo.toml" --target-dir "$folder/.installed"
    else
        echo "install.sh: there is no implementation called $name" >&2
        exit 2
    fi
    echo "$name: installed"
done
