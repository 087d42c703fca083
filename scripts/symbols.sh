# Sourced by scripts that read the last build (.build/debug): compiler flags, and symbol graphs of the public API.

bin=$PWD/.build/debug
swift_target=$(swiftc -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)

# The flags with which a compiler can import the package's modules.
import_flags="-I $bin/Modules"
for module in CHearthMessage CHearthSQL CHearthSystem; do
    import_flags="$import_flags -Xcc -fmodule-map-file=$bin/$module.build/module.modulemap"
done
for folder in Sources/C*/module.modulemap; do import_flags="$import_flags -I $(dirname "$folder")"; done

# extract_symbols MODULE FOLDER [OPTION…] : writes the symbol graphs of the module's public declarations, and of its
# extensions of other modules' types, into the folder. The types that HearthHub re-exports count as its own.
extract_symbols() {
    local module=$1 folder=$2
    shift 2
    if [ ! -e "$bin/Modules/$module.swiftmodule" ]; then
        echo "$module is not in .build/debug; run swift build first." >&2
        return 1
    fi
    swift-symbolgraph-extract -module-name "$module" -target "$swift_target" $import_flags \
        -experimental-allowed-reexported-modules=HearthHomeState \
        -minimum-access-level public -output-dir "$folder" "$@"
}
