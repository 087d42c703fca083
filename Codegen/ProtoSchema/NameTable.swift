internal import HearthBase

/// Every full name that the files declare, and its kind.
struct NameTable {
    enum Kind { case package, message, enumeration, service, option }

    private(set) var kinds: [String: Kind] = [:]
    /// The declaring file; packages have none.
    private(set) var files: [String: String] = [:]
    private(set) var diagnostics: [Diagnostic] = []

    mutating func declare(_ file: ProtoFile) {
        var prefix = ""
        for part in file.package.split(separator: ".") {
            prefix = prefix.isEmpty ? String(part) : prefix + "." + part
            if kinds[prefix] == nil { kinds[prefix] = .package }
        }
        for message in file.messages { declare(message, in: file) }
        for declared in file.enums { declare(declared, in: file) }
        for service in file.services { declare(service.fullName, .service, service.location, in: file) }
        for declared in file.extensions { declare(declared.fullName, .option, declared.field.location, in: file) }
    }

    private mutating func declare(_ message: MessageDescriptor, in file: ProtoFile) {
        declare(message.fullName, .message, message.location, in: file)
        for nested in message.messages { declare(nested, in: file) }
        for nested in message.enums { declare(nested, in: file) }
    }

    private mutating func declare(_ declared: EnumDescriptor, in file: ProtoFile) {
        declare(declared.fullName, .enumeration, declared.location, in: file)
    }

    private mutating func declare(_ name: String, _ kind: Kind, _ location: SourceLocation, in file: ProtoFile) {
        if kinds[name] == nil {
            kinds[name] = kind
            files[name] = file.path
        } else {
            let other = files[name].map { "in \($0)" } ?? "as a package"
            diagnostics.append(Diagnostic(.error, location, "\(name) is already declared \(other)"))
        }
    }
}

/// The files that each file sees: its imports, and their public imports.
struct FileVisibility {
    private(set) var visible: [String: Set<String>] = [:]
    /// Files with an import, also through a public import of another, that is missing or unreadable.
    private(set) var incomplete: Set<String> = []
    private(set) var diagnostics: [Diagnostic] = []

    init(_ files: [ProtoFile]) {
        var byPath: [String: ProtoFile] = [:]
        for file in files { byPath[file.path] = file }
        for file in files {
            var seen: Set<String> = [file.path]
            var queue: [String] = []
            for wanted in file.imports {
                if byPath[wanted.path] == nil {
                    seen.insert(wanted.path)
                    diagnostics.append(
                        Diagnostic(
                            .error,
                            wanted.location, "imported file \(wanted.path) was not found",
                            hint: "paths are taken from the import root"))
                } else if !seen.insert(wanted.path).inserted {
                    diagnostics.append(Diagnostic(.error, wanted.location, "\(wanted.path) is imported twice"))
                } else {
                    queue.append(wanted.path)
                }
            }
            while let path = queue.popLast() {
                for wanted in byPath[path]?.imports ?? [] where wanted.isPublic && seen.insert(wanted.path).inserted {
                    queue.append(wanted.path)
                }
            }
            visible[file.path] = seen
            if seen.contains(where: { byPath[$0]?.isRead != true }) { incomplete.insert(file.path) }
        }
        diagnostics += Self.cycles(files, byPath)
    }

    /// Removes files whose imports are all removed, repeatedly; the remaining files are in cycles.
    private static func cycles(_ files: [ProtoFile], _ byPath: [String: ProtoFile]) -> [Diagnostic] {
        var importers: [String: [String]] = [:]
        var open: [String: Int] = [:]
        for file in files {
            let wanted = file.imports.filter { byPath[$0.path] != nil }
            open[file.path] = wanted.count
            for each in wanted { importers[each.path, default: []].append(file.path) }
        }
        var ready = files.map(\.path).filter { open[$0] == 0 }
        while let path = ready.popLast() {
            open[path] = nil
            for importer in importers[path] ?? [] {
                open[importer, default: 0] -= 1
                if open[importer] == 0 { ready.append(importer) }
            }
        }
        guard let first = files.first(where: { open[$0.path] != nil }) else { return [] }
        let names = open.keys.ordered().joined(separator: ", ")
        return [
            Diagnostic(
                .error,
                first.imports.first?.location ?? SourceLocation(file: first.path, line: 1, column: 1),
                "files import each other in a circle: \(names)")
        ]
    }
}
