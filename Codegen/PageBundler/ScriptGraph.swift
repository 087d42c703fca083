internal import HearthBase

/// The imports among modules.
struct ScriptGraph {
    let modules: [String: ScriptModule]

    init(_ modules: [String: ScriptModule]) { self.modules = modules }

    /// Checks that all imported modules and names exist.
    func check() throws(ScriptError) {
        for (path, module) in modules.ordered(by: \.key) {
            for one in module.imports {
                guard let other = modules[one.path] else { throw missing(one.path, path, one.line) }
                for (name, _) in one.names where !other.exports.contains(name) {
                    throw ScriptError(path: path, line: one.line, what: "\(one.path) does not export \(name)")
                }
            }
            for (_, part) in module.parts {
                if case .fetch(let other, let line) = part, modules[other] == nil { throw missing(other, path, line) }
            }
        }
    }

    private func missing(_ other: String, _ path: String, _ line: Int) -> ScriptError {
        ScriptError(path: path, line: line, what: "there is no \(other)")
    }

    /// A module with all its static imports, each after its own imports; the module last.
    func inOrder(from entry: String) throws(ScriptError) -> [String] {
        var order: [String] = []
        var done: Set<String> = []
        var way: [String] = []
        try visit(entry, &order, &done, &way)
        return order
    }

    private func visit(
        _ path: String, _ order: inout [String], _ done: inout Set<String>, _ way: inout [String]
    ) throws(ScriptError) {
        guard done.insert(path).inserted else { return }
        way.append(path)
        for one in modules[path]?.imports ?? [] {
            if let start = way.firstIndex(of: one.path) {
                let ring = (way[start...] + [one.path]).joined(separator: ", ")
                throw ScriptError(path: path, line: one.line, what: "modules import each other in a cycle: \(ring)")
            }
            try visit(one.path, &order, &done, &way)
        }
        way.removeLast()
        order.append(path)
    }

    /// All modules that some modules import, statically or dynamically.
    func reached(from starts: [String]) -> Set<String> {
        var found: Set<String> = []
        var queue = starts
        while let path = queue.popLast() {
            guard let module = modules[path], found.insert(path).inserted else { continue }
            queue += module.imports.map(\.path) + module.fetched
        }
        return found
    }
}
