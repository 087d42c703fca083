internal import HearthAssets
internal import HearthBase

/// Writes modules in the form that is served when some are joined.
///
/// Joined modules follow one another in the order of their imports, with unique names. Exports never change, so this
/// behaves like the language's own modules.
struct ScriptWriter {
    private let graph: ScriptGraph
    private let places: [String: ScriptPlace]
    private let names: ScriptNames
    /// The joined modules that are imported dynamically.
    private let fetched: Set<String>
    /// The names that other scripts import from a joined one, by script.
    private var taken: [String: Set<String>] = [:]

    /// Replacements of string literals.
    private let strings: [String: String]

    /// - Parameters:
    ///   - alone: the modules that stay separate files.
    ///   - strings: replacements of string literals.
    init(
        _ graph: ScriptGraph, _ plan: ScriptPlan, alone: [String] = [], strings: [String: String] = [:]
    ) throws(ScriptError) {
        self.graph = graph
        self.strings = strings
        places = plan.places
        let joined = plan.scripts.flatMap(\.modules).compactMap { graph.modules[$0] }
        names = try ScriptNames(plan.scripts.map { $0.modules.compactMap { graph.modules[$0] } })
        let all = joined + alone.compactMap { graph.modules[$0] }
        fetched = Set(all.flatMap(\.fetched))
        for module in all {
            let script = plan.places[module.path]?.script
            for one in module.imports {
                guard let place = places[one.path], place.script != script else { continue }
                taken[place.script, default: []].formUnion(one.names.map { replacement(of: $0.name, in: one.path) })
            }
            for path in module.fetched {
                guard let place = places[path], place.script != script else { continue }
                taken[place.script, default: []].insert(place.name)
            }
        }
    }

    private func replacement(of name: String, in path: String) -> String {
        names.replacement(of: name, in: path) ?? name
    }

    /// A module as a separate file.
    func alone(_ path: String) -> [UInt8] {
        guard let module = graph.modules[path] else { return [] }
        var output = ScriptOutput()
        for one in module.imports {
            let source = places[one.path]?.script ?? one.path
            let taken = one.names.map { name, alias in
                let there = places[one.path] == nil ? name : replacement(of: name, in: one.path)
                return there == alias ? there : "\(there) as \(alias)"
            }
            output.write(Self.statement(taken, ScriptPath.relative(source, from: path)))
        }
        write(module, into: path, isJoined: false, &output)
        return output.bytes
    }

    /// A script with all its modules.
    func joined(_ script: ScriptPlan.Script) -> [UInt8] {
        var output = ScriptOutput()
        output.write(imports(of: script.modules, in: script.path))
        for path in script.modules {
            guard let module = graph.modules[path], let place = places[path] else { continue }
            write(module, into: script.path, isJoined: true, &output)
            output.endStatement()
            if fetched.contains(path) {
                let members = module.exports.map { "\($0):\(replacement(of: $0, in: path))" }
                output.declare("const")
                output.write("\(place.name)={\(members.joined(separator: ","))}", after: .space)
                output.endDeclaration("const")
            }
        }
        var exports = taken[script.path, default: []].sorted()
        if script.path == AssetTable.sdk {
            exports = (graph.modules[script.path]?.exports ?? []).map {
                "\(replacement(of: $0, in: script.path)) as \($0)"
            }
        }
        if !exports.isEmpty { output.write("export{\(exports.joined(separator: ","))};") }
        return output.bytes
    }

    /// The names that a script imports from joined ones.
    private func imports(of modules: [String], in script: String) -> String {
        var taken: [String: Set<String>] = [:]
        for one in modules.flatMap({ graph.modules[$0]?.imports ?? [] }) {
            guard let place = places[one.path], place.script != script else { continue }
            taken[place.script, default: []].formUnion(one.names.map { replacement(of: $0.name, in: one.path) })
        }
        return taken.ordered(by: \.key).map { other, names in
            Self.statement(names.sorted(), ScriptPath.relative(other, from: script))
        }.joined()
    }

    private static func statement(_ names: [String], _ source: String) -> String {
        "import\(names.isEmpty ? "" : "{\(names.joined(separator: ","))}from")\"\(source)\";"
    }

    /// Writes a module without its imports as part of a script.
    private func write(
        _ module: ScriptModule, into script: String, isJoined: Bool, _ output: inout ScriptOutput
    ) {
        var gap = ScriptToken.Gap.none
        for (before, part) in module.parts {
            gap = max(gap, before)
            switch part {
            case .export where isJoined: continue
            case .declare(let word) where isJoined: output.declare(word, after: gap)
            case .declared(let word) where isJoined: output.endDeclaration(word)
            default: output.write(text(of: part, of: module, in: script, isJoined: isJoined), after: gap)
            }
            gap = .none
        }
    }

    private func text(
        of part: ScriptModule.Part, of module: ScriptModule, in script: String, isJoined: Bool
    ) -> [UInt8] {
        switch part {
        case .text(let range): return Array(module.bytes[range])
        case .string(let text, let range):
            return strings[text].map { Array("\"\($0)\"".utf8) } ?? Array(module.bytes[range])
        case .name(let name, let isShorthand, let token):
            let short = isJoined ? names.replacement(of: name, at: token, in: module.path) ?? name : name
            return Array((isShorthand && short != name ? "\(name):\(short)" : short).utf8)
        case .secret(let name):
            return Array((isJoined ? names.replacement(ofSecret: name, in: module.path) : name).utf8)
        case .short(let text), .declare(let text): return Array(text.utf8)
        case .declared: return [UInt8(ascii: ";")]
        case .export: return Array("export".utf8)
        case .address: return Array(address(of: module.path, in: script).utf8)
        case .fetch(let path, _): return Array(fetching(path, in: script).utf8)
        }
    }

    private func address(of path: String, in script: String) -> String {
        guard path != script else { return "import.meta.url" }
        return "new URL(\"\(ScriptPath.relative(path, from: script))\",import.meta.url).href"
    }

    private func fetching(_ path: String, in script: String) -> String {
        guard let place = places[path] else { return "import(\"\(ScriptPath.relative(path, from: script))\")" }
        guard place.script != script else { return "Promise.resolve().then(()=>\(place.name))" }
        return "import(\"\(ScriptPath.relative(place.script, from: script))\").then((all)=>all.\(place.name))"
    }
}
