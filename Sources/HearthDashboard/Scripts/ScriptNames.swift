internal import HearthBase

/// The names in joined scripts: short ones in the place of those that modules declare, the same in all of the scripts.
///
/// A name has one replacement in a whole module, whichever functions and blocks declare it, so what hides what stays as it
/// was. Two modules may declare the same name inside, and never one that another means.
struct ScriptNames {
    private enum Meaning: Hashable {
        /// What a module declares outside of all functions and blocks: other modules may take it.
        case outside(path: String, name: String)
        case inside(String)
    }

    private var meanings: [String: [String: Meaning]] = [:]
    private var short: [Meaning: String] = [:]

    init(_ modules: [ScriptModule]) throws(ScriptError) {
        var counts: [Meaning: Int] = [:]
        var others = ScriptWords.reserved
        for module in modules {
            let known = try Self.meanings(in: module)
            meanings[module.path] = known
            for (_, part) in module.parts {
                guard case .name(let name, _) = part else { continue }
                if let meaning = known[name] { counts[meaning, default: 0] += 1 } else { others.insert(name) }
            }
            for meaning in known.values { counts[meaning, default: 0] += 1 }
        }
        var number = 0
        for meaning in counts.keys.sorted(by: { Self.isBefore($0, $1, counts) }) {
            while others.contains(Self.name(number)) { number += 1 }
            short[meaning] = Self.name(number)
            number += 1
        }
    }

    /// What a name of a joined module is replaced by; nil for what it does not declare.
    func replacement(of name: String, in path: String) -> String? { meanings[path]?[name].flatMap { short[$0] } }

    private static func meanings(in module: ScriptModule) throws(ScriptError) -> [String: Meaning] {
        var meanings: [String: Meaning] = [:]
        for (name, isOutside) in module.declared {
            meanings[name] = isOutside ? .outside(path: module.path, name: name) : .inside(name)
        }
        for one in module.imports {
            for (name, alias) in one.names {
                let meaning = Meaning.outside(path: one.path, name: name)
                if let other = meanings.first(where: { $0.value == meaning && $0.key != alias })?.key {
                    throw ScriptError(
                        path: module.path, line: one.line,
                        what: "\(name) is imported under two names, \(other) and \(alias)")
                }
                meanings[alias] = meaning
            }
        }
        return meanings
    }

    // MARK: Short names

    private static func isBefore(_ one: Meaning, _ other: Meaning, _ counts: [Meaning: Int]) -> Bool {
        let (first, second) = (counts[one] ?? 0, counts[other] ?? 0)
        return first == second ? order(one) < order(other) : first > second
    }

    private static func order(_ meaning: Meaning) -> (String, String) {
        switch meaning {
        case .outside(let path, let name): (name, path)
        case .inside(let name): (name, "")
        }
    }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789".unicodeScalars)
    private static let firstLetters = letters.count - 10

    /// `a` to `_`, then `aa`, and so on: all names that there are, each once.
    private static func name(_ number: Int) -> String {
        var (text, rest) = ("", number)
        text.unicodeScalars.append(letters[rest % firstLetters])
        rest /= firstLetters
        while rest > 0 {
            rest -= 1
            text.unicodeScalars.append(letters[rest % letters.count])
            rest /= letters.count
        }
        return text
    }
}
