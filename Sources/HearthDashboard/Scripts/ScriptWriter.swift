internal import HearthBase

/// Where a joined module is.
struct ScriptPlace {
    /// The script that has it.
    let script: String
    let number: Int

    /// The constant with all that it exports. No module has such names of its own.
    var name: String { "$\(number)" }
}

/// Writes modules as they are served when some are joined.
///
/// A joined module is a function that is called at once and returns what it exports, in the order in which modules need
/// one another: as nothing that is exported changes, that is what the language's own modules do.
struct ScriptWriter {
    private let graph: ScriptGraph
    private let places: [String: ScriptPlace]
    /// What other scripts take of a joined one, by the script.
    private var taken: [String: Set<Int>] = [:]

    init(_ graph: ScriptGraph, _ places: [String: ScriptPlace]) {
        self.graph = graph
        self.places = places
    }

    /// A module that is a file of its own.
    mutating func alone(_ path: String) throws(ScriptError) -> [UInt8] {
        guard let module = graph.modules[path] else { return [] }
        var text = ""
        var constants = ""
        /// What it takes of joined scripts, by the script.
        var names: [String: [String]] = [:]
        for one in module.imports {
            if let place = places[one.path] {
                names[place.script, default: []] += one.names.isEmpty ? [] : [place.name]
                guard !one.names.isEmpty else { continue }
                taken[place.script, default: []].insert(place.number)
                constants += Self.constants(one, place)
            } else {
                let names = one.names.map { $0 == $1 ? $0 : "\($0) as \($1)" }
                text += Self.statement(names, ScriptPath.relative(one.path, from: path))
            }
        }
        for (script, names) in names.ordered(by: \.key) {
            text = Self.statement(names, ScriptPath.relative(script, from: path)) + text
        }
        var bytes = Array((text + constants).utf8)
        write(module, into: path, isJoined: false, &bytes)
        return bytes
    }

    /// A script with all that it needs.
    mutating func joined(_ entry: String) throws(ScriptError) -> [UInt8] {
        var bytes: [UInt8] = []
        for path in try graph.inOrder(from: entry) {
            guard let module = graph.modules[path], let place = places[path] else { continue }
            bytes += Array("const \(place.name)=(()=>{\n".utf8)
            for one in module.imports where !one.names.isEmpty {
                guard let other = places[one.path] else { continue }
                bytes += Array(Self.constants(one, other).utf8)
            }
            write(module, into: entry, isJoined: true, &bytes)
            bytes += Array("\nreturn{\(module.exports.joined(separator: ","))};\n})();\n".utf8)
        }
        let names = taken[entry, default: []].sorted().map { "$\($0)" }.joined(separator: ",")
        if !names.isEmpty { bytes += Array("export{\(names)};\n".utf8) }
        if let place = places[entry], let exports = graph.modules[entry]?.exports, !exports.isEmpty {
            bytes += Array("export const{\(exports.joined(separator: ","))}=\(place.name);\n".utf8)
        }
        return bytes
    }

    private static func statement(_ names: [String], _ source: String) -> String {
        "import\(names.isEmpty ? "" : "{\(names.joined(separator: ","))}from")\"\(source)\";\n"
    }

    private static func constants(_ one: ScriptModule.Import, _ place: ScriptPlace) -> String {
        let names = one.names.map { $0 == $1 ? $0 : "\($0):\($1)" }.joined(separator: ",")
        return "const{\(names)}=\(place.name);\n"
    }

    /// All of a module but its imports, as the part of a script.
    private mutating func write(
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

    private mutating func fetching(_ path: String, in script: String) -> String {
        guard let place = places[path] else { return "import(\"\(ScriptPath.relative(path, from: script))\")" }
        guard place.script != script else { return "Promise.resolve(\(place.name))" }
        taken[place.script, default: []].insert(place.number)
        return "import(\"\(ScriptPath.relative(place.script, from: script))\").then((all)=>all.\(place.name))"
    }
}
