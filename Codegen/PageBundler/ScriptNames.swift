internal import HearthBase

/// The short names of declarations in joined scripts.
///
/// A top-level name gets one short name, unique over all scripts. A name in a function or block gets a short name that
/// nothing else visible in its scope has.
struct ScriptNames {
    private enum Meaning: Hashable {
        /// A top-level declaration of a module, which others may import.
        case outside(path: String, name: String)
        /// A name without a declaration, which is kept.
        case unknown(String)
    }

    /// Nested declarations of one name with overlapping scopes.
    private struct Inside {
        let name: String
        var scope: ClosedRange<Int>
        /// The tokens with this name.
        var tokens: [Int] = []
        var short = ""
    }

    private struct Module {
        /// Top-level declarations and imports.
        var outside: [String: Meaning] = [:]
        var inside: [Inside] = []
        /// The indices of those with a name, in the order of their scopes.
        var insideByName: [String: [Int]] = [:]
        /// The tokens of names that no nested declaration has.
        var others: [(token: Int, meaning: Meaning)] = []
        /// Private members with their short names.
        var secrets: [String: String] = [:]

        func inside(_ name: String, at token: Int) -> Int? {
            insideByName[name]?.first { inside[$0].scope.contains(token) }
        }
    }

    private var modules: [String: Module] = [:]
    private var short: [Meaning: String] = [:]

    /// - Parameter scripts: the modules of each.
    init(_ scripts: [[ScriptModule]]) throws(ScriptError) {
        var counts: [Meaning: Int] = [:]
        /// The scripts that declare or import each.
        var places: [Meaning: Set<Int>] = [:]
        var order: [Meaning] = []
        var kept = ScriptWords.reserved.union(ScriptWords.contextual)
        for (script, modules) in scripts.enumerated() {
            for module in modules {
                let known = try Self.read(module)
                self.modules[module.path] = known
                for (_, meaning) in known.others {
                    if case .unknown(let name) = meaning {
                        kept.insert(name)
                    } else if counts.updateValue((counts[meaning] ?? 0) + 1, forKey: meaning) == nil {
                        order.append(meaning)
                    }
                }
                for meaning in known.outside.values { places[meaning, default: []].insert(script) }
            }
        }
        order += places.keys.filter { counts[$0] == nil }.sorted { Self.isBefore($0, $1, counts) }
        // The most frequent names get one letter. The rest are named in order, so that neighbours are similar.
        let often = order.sorted { Self.isBefore($0, $1, counts) }
        var used = scripts.map { _ in Set<Int>() }
        func name(_ meaning: Meaning, below limit: Int) {
            guard let scripts = places[meaning] else { return }
            var number = Self.ofInside
            while scripts.contains(where: { used[$0].contains(number) }) || kept.contains(Self.name(number)) {
                number += 1
            }
            guard number < limit else { return }
            short[meaning] = Self.name(number)
            for script in scripts { used[script].insert(number) }
        }
        for meaning in often { name(meaning, below: Self.firstLetters) }
        for meaning in order where short[meaning] == nil { name(meaning, below: .max) }
        for modules in scripts { for module in modules { nameInside(module.path) } }
    }

    /// The short form of a top-level name of a joined module; nil if it is not declared there.
    func replacement(of name: String, in path: String) -> String? { modules[path]?.outside[name].flatMap { short[$0] } }

    /// The short form of a name at a token of a joined module; nil if it is not declared there.
    func replacement(of name: String, at token: Int, in path: String) -> String? {
        if let short = replacement(of: name, in: path) { return short }
        guard let module = modules[path] else { return nil }
        return module.inside(name, at: token).map { module.inside[$0].short }
    }

    /// The short name of a private member of a joined module.
    func replacement(ofSecret name: String, in path: String) -> String { modules[path]?.secrets[name] ?? name }

    private static func read(_ module: ScriptModule) throws(ScriptError) -> Module {
        var result = Module()
        for name in module.declared.outside { result.outside[name] = .outside(path: module.path, name: name) }
        for one in module.imports {
            for (name, alias) in one.names {
                let meaning = Meaning.outside(path: one.path, name: name)
                if let other = result.outside.first(where: { $0.value == meaning && $0.key != alias })?.key {
                    throw ScriptError(
                        path: module.path, line: one.line,
                        what: "\(name) is imported under two names, \(other) and \(alias)")
                }
                result.outside[alias] = meaning
            }
        }
        for (name, scope) in module.declared.inside.ordered(by: \.scope.lowerBound) where result.outside[name] == nil {
            if let last = result.insideByName[name]?.last, result.inside[last].scope.overlaps(scope) {
                let known = result.inside[last].scope
                result.inside[last].scope = known.lowerBound...max(known.upperBound, scope.upperBound)
            } else {
                result.insideByName[name, default: []].append(result.inside.count)
                result.inside.append(Inside(name: name, scope: scope))
            }
        }
        for (_, part) in module.parts {
            if case .secret(let name) = part, result.secrets[name] == nil {
                result.secrets[name] = "#" + Self.name(result.secrets.count)
            }
            guard case .name(let name, _, let token) = part else { continue }
            if let meaning = result.outside[name] {
                result.others.append((token, meaning))
            } else if let inside = result.inside(name, at: token) {
                result.inside[inside].tokens.append(token)
            } else {
                result.others.append((token, .unknown(name)))
            }
        }
        return result
    }

    // MARK: Short names

    private static func isBefore(_ one: Meaning, _ other: Meaning, _ counts: [Meaning: Int]) -> Bool {
        let (first, second) = (counts[one] ?? 0, counts[other] ?? 0)
        return first == second ? order(one) < order(other) : first > second
    }

    private static func order(_ meaning: Meaning) -> (String, String) {
        switch meaning {
        case .outside(let path, let name): (name, path)
        case .unknown(let name): (name, "")
        }
    }

    /// Shortens names in the order of their declarations: similar functions then get the same names, which compresses
    /// better.
    private mutating func nameInside(_ path: String) {
        guard var module = modules[path] else { return }
        for index in module.inside.indices {
            let used = used(around: module.inside[index], in: module)
            var number = 0
            while used.contains(Self.name(number)) { number += 1 }
            module.inside[index].short = Self.name(number)
        }
        modules[path] = module
    }

    private func used(around one: Inside, in module: Module) -> Set<String> {
        var used = ScriptWords.reserved.union(ScriptWords.contextual)
        for other in module.others where one.scope.contains(other.token) {
            switch other.meaning {
            case .unknown(let name): used.insert(name)
            case .outside: used.insert(short[other.meaning] ?? "")
            }
        }
        for other in module.inside where other.short != "" && Self.meet(one, other) { used.insert(other.short) }
        return used
    }

    /// Whether either name could hide the other where the other is used.
    private static func meet(_ one: Inside, _ other: Inside) -> Bool {
        one.scope.overlaps(other.scope) && one.tokens.contains { other.scope.contains($0) }
            && other.tokens.contains { one.scope.contains($0) }
    }

    /// How many of the first short names are reserved for nested declarations, so that all functions use the same ones.
    private static let ofInside = 8
    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789".unicodeScalars)
    private static let firstLetters = letters.count - 10

    /// `a` to `_`, then `aa`, and so on: each possible name once.
    private static func name(_ number: Int) -> String {
        var (scalars, rest) = ([Unicode.Scalar](), number)
        while rest >= firstLetters {
            rest -= firstLetters
            scalars.append(letters[rest % letters.count])
            rest /= letters.count
        }
        var text = String.UnicodeScalarView()
        text.append(letters[rest])
        text.append(contentsOf: scalars.reversed())
        return String(text)
    }
}
