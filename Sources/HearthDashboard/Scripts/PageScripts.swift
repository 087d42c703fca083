internal import HearthBase

/// The scripts of a page: each a module that is served as it lies, or joined into few files, so that a browser asks once
/// where it would ask thirty times.
///
/// What a script that the index names needs at once is one file with it, under that script's name. What is fetched later
/// stays a file of its own, and takes from the joined one, so that there is one instance of each module. Comments are left
/// out, and space that means nothing.
package struct PageScripts {
    /// What pages elsewhere import: one file, however the page is served.
    package static let sdk = "sdk/hearth.js"

    private let graph: ScriptGraph
    /// The scripts that the index names.
    private let entries: [String]

    /// Reads the scripts among the files of a page.
    package init(_ files: [(path: String, bytes: [UInt8])]) throws(ScriptError) {
        var modules: [String: ScriptModule] = [:]
        for file in files where file.path.hasSuffix(".js") {
            modules[file.path] = try ScriptModule(path: file.path, bytes: file.bytes)
        }
        let index = files.first { $0.path == WebFolder.index }?.bytes ?? []
        entries = IndexPage(index).names.filter { modules[$0] != nil && $0 != Self.sdk }
        graph = ScriptGraph(modules)
    }

    /// All scripts as they are built into a program.
    package func joined() throws(ScriptError) -> [(path: String, bytes: [UInt8])] {
        try graph.check()
        var places: [String: ScriptPlace] = [:]
        for entry in entries where places[entry]?.script != entry {
            for path in try graph.inOrder(from: entry) {
                if let other = places[path]?.script {
                    throw ScriptError(
                        path: entry, line: 1, what: "\(other) needs \(path) as well; let the index name one script")
                }
                places[path] = ScriptPlace(script: entry, number: places.count)
            }
        }
        let ofSDK = Set(graph.modules[Self.sdk] == nil ? [] : try graph.inOrder(from: Self.sdk))
        let page = graph.reached(from: entries + graph.modules.keys.filter { !ofSDK.contains($0) })

        var writer = ScriptWriter(graph, places)
        var scripts: [(path: String, bytes: [UInt8])] = []
        for path in page.ordered() where places[path] == nil { scripts.append((path, try writer.alone(path))) }
        for entry in entries { scripts.append((entry, try writer.joined(entry))) }
        if let sdk = try sdk() { scripts.append((Self.sdk, sdk)) }
        return scripts
    }

    private func sdk() throws(ScriptError) -> [UInt8]? {
        guard graph.modules[Self.sdk] != nil else { return nil }
        try graph.check()
        var places: [String: ScriptPlace] = [:]
        for path in try graph.inOrder(from: Self.sdk) {
            guard let module = graph.modules[path] else { continue }
            for (_, part) in module.parts {
                switch part {
                case .text, .export: break
                // Of itself it may say from where it came.
                case .address where path == Self.sdk: break
                case .fetch(_, let line), .address(let line):
                    throw ScriptError(
                        path: path, line: line, what: "\(Self.sdk) is one file: nothing lies beside it to be fetched")
                }
            }
            places[path] = ScriptPlace(script: Self.sdk, number: places.count)
        }
        var writer = ScriptWriter(graph, places)
        return try writer.joined(Self.sdk)
    }

    /// The script that pages elsewhere import, of a page whose other scripts may be written as they like; nil without one.
    package static func sdk(of files: [(path: String, bytes: [UInt8])]) throws(ScriptError) -> [UInt8]? {
        var needed: [(path: String, bytes: [UInt8])] = []
        var known: Set<String> = []
        var queue = [Self.sdk]
        while let path = queue.popLast() {
            guard known.insert(path).inserted, let file = files.first(where: { $0.path == path }) else { continue }
            needed.append(file)
            queue += try ScriptModule(path: path, bytes: file.bytes).imports.map(\.path)
        }
        return try PageScripts(needed).sdk()
    }
}
