internal import BindingEmitter
internal import ProtoSchema

/// `bind`: Swift for single `.proto` files.
struct BindCommand: Command {
    var module: String
    var output: String
    var root: String
    /// Below `root`, as other files import them.
    var files: [String]

    func run() throws -> Int32 {
        let folder = Folder(path: root)
        let sources = try read(folder)
        let pool = DescriptorPool(sources)
        guard pool.diagnostics.isEmpty else { return fail(pool.diagnostics.map(\.description)) }
        let home = sources.map(\.path).filter { $0.hasPrefix("hearth/v1/") }
        let bindings = ProtoBindings(pool, module: module, providers: StandardBindings.providers(home))
        let result = bindings.emit(files)
        guard result.diagnostics.isEmpty else { return fail(result.diagnostics.map(\.description)) }
        for file in result.files { try Folder(path: output).write(file.text, to: file.path) }
        return 0
    }

    private func fail(_ problems: [String]) -> Int32 {
        problems.forEach(report)
        return 1
    }

    /// The named files and what they import, as far as it lies below the root; the pool reports the rest.
    private func read(_ folder: Folder) throws -> [ProtoSource] {
        var sources: [ProtoSource] = []
        var known: Set<String> = []
        var queue = files
        while !queue.isEmpty {
            let path = queue.removeFirst()
            guard known.insert(path).inserted else { continue }
            let text: String
            if files.contains(path) {
                text = try folder.read(path)
            } else {
                guard let found = try folder.readIfThere(path) else { continue }
                text = found
            }
            sources.append(ProtoSource(path: path, text: text))
            queue += ProtoSource.imports(in: text, path: path)
        }
        return sources
    }
}
