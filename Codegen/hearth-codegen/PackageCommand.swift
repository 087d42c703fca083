internal import BindingEmitter
internal import HearthBase

/// `generate` and `check`: write or compare all bindings of the package.
struct PackageCommand: Command {
    var root: String
    var writes: Bool

    func run() throws -> Int32 {
        let folder = Folder(path: root)
        var sources: [String: String] = [:]
        for path in folder.files(below: "Schemas") where StandardBindings.reads(path) {
            sources[path] = try folder.read(path)
        }
        guard !sources.isEmpty else {
            throw FileError(description: "\(root) has no Schemas folder with schemas; name the package with --package")
        }
        let bindings = StandardBindings(sources: sources)
        bindings.warnings.forEach(report)
        guard bindings.problems.isEmpty else {
            report(bindings.problems)
            report("nothing was written: \(bindings.problems.count) error(s)")
            throw SchemaError()
        }
        let wanted = Set(bindings.files.map(\.path))
        let present = ["Sources", "Schemas", "Interop"].flatMap { folder.files(below: $0) }
        let stale = present.filter { StandardBindings.owns($0) && !wanted.contains($0) }
        return writes ? try write(bindings.files, stale, in: folder) : try check(bindings.files, stale, in: folder)
    }

    private func write(_ files: [OutputFile], _ stale: [String], in folder: Folder) throws -> Int32 {
        for file in files { try folder.write(file.text, to: file.path) }
        for path in stale { try folder.remove(path) }
        print("\(files.count) files are up to date, \(stale.count) removed")
        return 0
    }

    private func check(_ files: [OutputFile], _ stale: [String], in folder: Folder) throws -> Int32 {
        var differences = stale.map { "\($0): no schema gives this file" }
        for file in files {
            switch try folder.readIfThere(file.path) {
            case file.text?: continue
            case nil: differences.append("\(file.path): missing")
            case _?: differences.append("\(file.path): differs from its schema")
            }
        }
        guard !differences.isEmpty else {
            print("\(files.count) generated files agree with their schemas")
            return 0
        }
        differences.ordered().forEach(report)
        report("run: swift package --allow-writing-to-package-directory regenerate-bindings")
        return 1
    }
}
