internal import HearthTraitModel

/// A name in a text that stands for nothing in this home, or for several things: whoever imports the text has to say what
/// is meant.
package struct OpenName: Hashable, Sendable {
    /// The name as the text has it.
    package let label: String
    package let kind: AutomationNames.Kind
    /// The id that the text has for it; empty for none.
    package let id: String
    /// The line where it is first.
    package let line: Int
    /// The character in the line, from 1.
    package let column: Int
    /// Why it is not clear what it stands for.
    package let reason: Reason
    /// What was looked for: the name, or what it is mapped to.
    package let word: String
    /// Ids of those that have the name, if there are any; or names that differ little from it.
    package let choices: [String]

    /// What is not clear, for people.
    package var message: String {
        let kind = kind.rawValue
        let known = choices.map(quoted).joined(separator: " or ")
        switch reason {
        case .several: return "several have the name \(quoted(word)): \(known)"
        case .foreign: return "the \(kind) \(quoted(label)) (\(id)) is not of this home\(hint(known))"
        case .unknown: return "there is no \(kind) \(quoted(word))\(hint(known))"
        }
    }

    private func hint(_ known: String) -> String { known.isEmpty ? "" : "; it may be \(known)" }

    /// Why a name is open.
    package enum Reason: Hashable, Sendable {
        /// The id that the text has is another home's: that something has the same name here proves nothing.
        case foreign
        /// Nothing has this name.
        case unknown
        /// Several things have it.
        case several
    }
}

/// What the names of a text stand for.
struct TextObjects {
    private let names: AutomationNames
    private let mapping: [String: String]
    /// Objects by the names that the text gives them.
    private var uses: [String: (object: AutomationNames.Object, place: TextScanner)] = [:]
    private(set) var open: [OpenName] = []
    private var asked: Set<AutomationNames.Object> = []
    /// Open names for which near names are looked up.
    private static let mostSearched = 50

    /// - Parameter mapping: for names or ids of the text, the names or ids in this home.
    init(_ names: AutomationNames, _ mapping: [String: String]) {
        self.names = names
        self.mapping = mapping
    }

    /// A line such as `"Hall Lamp" = device 3f2a`.
    mutating func use(_ scanner: inout TextScanner) throws(AutomationTextError) {
        let start = scanner
        guard let label = try scanner.takeString(), scanner.take("="), let word = scanner.takeName()?.lowercased(),
            let kind = AutomationNames.Kind(rawValue: word), let id = try scanner.takeID()
        else {
            let kinds = AutomationNames.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw start.failure("say what a name stands for: \"Hall Lamp\" = device 3f2a; there are \(kinds)")
        }
        try scanner.expectEnd()
        guard uses.updateValue((AutomationNames.Object(kind, id), start), forKey: label) == nil else {
            throw start.failure("\(quoted(label)) stands for something else already; give one of them another name")
        }
    }

    /// The id of what a name stands for; of a name that is open, the one that the text has.
    mutating func id(
        _ kind: AutomationNames.Kind, _ label: String, _ place: TextScanner
    ) throws(AutomationTextError) -> String {
        let used = uses[label]
        if let used, used.object.kind != kind {
            throw place.failure(
                "\(quoted(label)) is \(used.object.kind.withArticle), and \(kind.withArticle) belongs here")
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
            // A text can have any number of names that are open, each of which is compared with those of the home.
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
