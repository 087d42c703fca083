internal import HearthBase

/// Writes modules as they are served when some are joined.
///
/// A joined module is a function that is called at once and returns what it exports, in the order in which modules need
/// one another: as nothing that is exported changes, that is what the language's own modules do.
struct ScriptWriter {
    private let graph: ScriptGraph
    private let places: [String: ScriptPlace]
    /// What other scripts take of a joined one, by the script.
    private let taken: [String: Set<Int>]

    /// - Parameter alone: the modules that are files of their own.
    init(_ graph: ScriptGraph, _ plan: ScriptPlan, alone: [String] = []) {
        self.graph = graph
        places = plan.places
        var taken: [String: Set<Int>] = [:]
        for module in (plan.scripts.flatMap(\.modules) + alone).compactMap({ graph.modules[$0] }) {
            for path in module.imports.filter({ !$0.names.isEmpty }).map(\.path) + module.fetched {
                guard let place = plan.places[path], place.script != plan.places[module.path]?.script else { continue }
                taken[place.script, default: []].insert(place.number)
            }
        }
        self.taken = taken
    }

    /// A module that is a file of its own.
    func alone(_ path: String) -> [UInt8] {
        guard let module = graph.modules[path] else { return [] }
        var bytes = Array(imports(of: [path], in: path).utf8)
        for one in module.imports where places[one.path] == nil {
            let names = one.names.map { $0 == $1 ? $0 : "\($0) as \($1)" }
            bytes += Array(Self.statement(names, ScriptPath.relative(one.path, from: path)).utf8)
        }
        bytes += Array(constants(of: module).utf8)
        write(module, into: path, isJoined: false, &bytes)
        return bytes
    }

    /// A script with all its modules.
    func joined(_ script: ScriptPlan.Script) -> [UInt8] {
        var bytes = Array(imports(of: script.modules, in: script.path).utf8)
        for path in script.modules {
            guard let module = graph.modules[path], let place = places[path] else { continue }
            bytes += Array("const \(place.name)=(()=>{\n".utf8)
            bytes += Array(constants(of: module).utf8)
            write(module, into: script.path, isJoined: true, &bytes)
            bytes += Array("\nreturn{\(module.exports.joined(separator: ","))};\n})();\n".utf8)
        }
        let names = taken[script.path, default: []].sorted().map { "$\($0)" }.joined(separator: ",")
        if !names.isEmpty { bytes += Array("export{\(names)};\n".utf8) }
        if script.path == PageScripts.sdk, let place = places[script.path],
            let exports = graph.modules[script.path]?.exports, !exports.isEmpty
        {
            bytes += Array("export const{\(exports.joined(separator: ","))}=\(place.name);\n".utf8)
        }
        return bytes
    }

    /// What a script takes of joined ones.
    private func imports(of modules: [String], in script: String) -> String {
        var numbers: [String: Set<Int>] = [:]
        for one in modules.flatMap({ graph.modules[$0]?.imports ?? [] }) {
            guard let place = places[one.path], place.script != script else { continue }
            numbers[place.script, default: []].formUnion(one.names.isEmpty ? [] : [place.number])
        }
        return numbers.ordered(by: \.key).map { other, numbers in
            Self.statement(numbers.sorted().map { "$\($0)" }, ScriptPath.relative(other, from: script))
        }.joined()
    }

    /// What a module takes of joined ones, under the names that it has for it.
    private func constants(of module: ScriptModule) -> String {
        module.imports.map { one in
            guard let place = places[one.path], !one.names.isEmpty else { return "" }
            let names = one.names.map { $0 == $1 ? $0 : "\($0):\($1)" }.joined(separator: ",")
            return "const{\(names)}=\(place.name);\n"
        }.joined()
    }

    private static func statement(_ names: [String], _ source: String) -> String {
        "import\(names.isEmpty ? "" : "{\(names.joined(separator: ","))}from")\"\(source)\";\n"
    }

    /// All of a module but its imports, as the part of a script.
    private func write(
        _ module: ScriptModule, into script: String, isJoined: Bool, _ bytes: inout [UInt8]
    ) {
        var gap = ScriptToken.Gap.none
        for (before, part) in module.parts {
            gap = max(gap, before)
            if case .export = part, isJoined { continue }
            // What is at the beginning, or behind an import, begins a line already.
            if bytes.isEmpty || bytes.last == UInt8(ascii: "\n") { gap = .none }
            switch gap {
            case .none: break
            case .space where Self.standsAlone(bytes.last) || Self.standsAlone(first(of: part, module)): break
            case .space: bytes.append(UInt8(ascii: " "))
            case .line: bytes.append(UInt8(ascii: "\n"))
            }
            gap = .none
            switch part {
            case .text(let range): bytes += module.bytes[range]
            case .export: bytes += Array("export".utf8)
            case .address: bytes += Array(address(of: module.path, in: script).utf8)
            case .fetch(let path, _): bytes += Array(fetching(path, in: script).utf8)
            }
        }
    }

    private func first(of part: ScriptModule.Part, _ module: ScriptModule) -> UInt8? {
        if case .text(let range) = part { module.bytes[range].first } else { nil }
    }

    /// Whether a byte is a mark that means the same with a space beside it and without. Two of `+`, `-`, `/` and `.` would
    /// be another mark, or a comment.
    private static func standsAlone(_ byte: UInt8?) -> Bool { byte.map(lonely.contains) ?? false }

    private static let lonely = Set("(){}[],;:=<>!?&|*%^~".utf8)

    private func address(of path: String, in script: String) -> String {
        guard path != script else { return "import.meta.url" }
        return "new URL(\"\(ScriptPath.relative(path, from: script))\",import.meta.url).href"
    }

    private func fetching(_ path: String, in script: String) -> String {
        guard let place = places[path] else { return "import(\"\(ScriptPath.relative(path, from: script))\")" }
        guard place.script != script else { return "Promise.resolve(\(place.name))" }
        return "import(\"\(ScriptPath.relative(place.script, from: script))\").then((all)=>all.\(place.name))"
    }
}
