internal import HearthAutomation
internal import HearthTraitDescriptors

/// A name in a text that matches no object of this home, or several. The importer must say which object it means.
package struct OpenName: Hashable, Sendable {
    /// The name as in the text.
    package let label: String
    package let kind: AutomationNames.Kind
    /// The id that the text gives for it; empty for none.
    package let id: String
    /// The line of its first use, counted from 1.
    package let line: Int
    /// The character in the line, from 1.
    package let column: Int
    /// Why it is ambiguous or unknown.
    package let reason: Reason
    /// The word that was looked up: the name, or the one that it is mapped to.
    package let word: String
    /// The ids of the objects with this name; similar names if no object has it.
    package let choices: [String]

    /// The problem, for people.
    package var message: String {
        let kind = kind.rawValue
        let known = choices.map(quoted).joined(separator: " or ")
        switch reason {
        case .several: return "several objects have the name \(quoted(word)): \(known)"
        case .foreign: return "the \(kind) \(quoted(label)) (\(id)) is not in this home\(hint(known))"
        case .unknown: return "there is no \(kind) \(quoted(word))\(hint(known))"
        }
    }

    private func hint(_ known: String) -> String { known.isEmpty ? "" : "; it may be \(known)" }

    /// Why a name is open.
    package enum Reason: Hashable, Sendable {
        /// The id belongs to another home. An object of the same name here may be a different one.
        case foreign
        /// No object has this name.
        case unknown
        /// Several objects have this name.
        case several
    }
}

/// Resolves the names of a text to objects.
struct TextObjects {
    private let names: AutomationNames
    private let mapping: [String: String]
    /// The objects that the text's `uses:` block gives, by name.
    private var uses: [String: (object: AutomationNames.Object, place: TextScanner)] = [:]
    private(set) var open: [OpenName] = []
    private var asked: Set<AutomationNames.Object> = []
    /// The most open names for which similar names are looked up.
    private static let mostSearched = 50

    /// - Parameter mapping: names or ids of this home, by names or ids in the text.
    init(_ names: AutomationNames, _ mapping: [String: String]) {
        self.names = names
        self.mapping = mapping
    }

    /// Reads a line such as `"Hall Lamp" = device 3f2a`.
    mutating func use(_ scanner: inout TextScanner) throws(AutomationTextError) {
        let start = scanner
        guard let label = try scanner.takeString(), scanner.take("="), let word = scanner.takeName()?.lowercased(),
            let kind = AutomationNames.Kind(rawValue: word), let id = try scanner.takeID()
        else {
            let kinds = AutomationNames.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw start.failure("say what a name stands for: \"Hall Lamp\" = device 3f2a; the kinds are \(kinds)")
        }
        try scanner.expectEnd()
        guard uses.updateValue((AutomationNames.Object(kind, id), start), forKey: label) == nil else {
            throw start.failure("\(quoted(label)) already stands for another object; rename one of them")
        }
    }

    /// The id of the named object; for an open name, the id in the text.
    mutating func id(
        _ kind: AutomationNames.Kind, _ label: String, _ place: TextScanner
    ) throws(AutomationTextError) -> String {
        let used = uses[label]
        if let used, used.object.kind != kind {
            throw place.failure(
                "\(quoted(label)) is \(used.object.kind.withArticle), but \(kind.withArticle) belongs here")
        }
        let said = used?.object.id
        let word = mapping[label] ?? said.flatMap { mapping[$0] }
        if word == nil, let said, names.has(AutomationNames.Object(kind, said)) { return said }
        let found = names.objects(kind, meant: word ?? label)
        let isForeign = word == nil && said != nil
        if found.count == 1, !isForeign, let only = found.first { return only.id }
        if asked.insert(AutomationNames.Object(kind, label)).inserted {
            var at = used?.place ?? place
            at.skipBlanks()
            // A text can have any number of open names, and each search compares with all names of the home.
            let near = open.count < Self.mostSearched && found.count < 2 ? names.near(word ?? label, kind) : []
            let choices = found.count > 1 ? found.map(\.id) : near
            open.append(
                OpenName(
                    label: label, kind: kind, id: said ?? "", line: at.lineNumber,
                    column: at.column,
                    reason: isForeign ? .foreign : found.isEmpty ? .unknown : .several, word: word ?? label,
                    choices: choices))
        }
        return said ?? ""
    }
}
