/// The automation and its revision from which a text was exported: a comment in the text, by which an import notices that
/// somebody has changed the automation meanwhile.
struct ExportedRevision: Hashable {
    let automationID: String
    let revision: UInt64

    private static let word = "# revision "

    /// The line in the text.
    var line: String { "\(Self.word)\(revision) of \(automationID)" }

    /// Adds the line to an automation's text, after its name.
    func added(to text: String) -> String {
        guard let end = text.firstIndex(of: "\n") else { return text }
        return "\(text[...end])\(line)\n\(text[text.index(after: end)...])"
    }

    /// The revisions in a text, for each of its automations.
    static func all(in text: String) -> [ExportedRevision?] {
        var found: [ExportedRevision?] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.hasPrefix("\u{FEFF}") ? line.dropFirst() : line
            if words.lowercased().hasPrefix("automation"), words.dropFirst(10).drop(while: { $0 == " " }).first == ":" {
                found.append(nil)
            } else if let revision = ExportedRevision(line), !found.isEmpty, found[found.count - 1] == nil {
                found[found.count - 1] = revision
            }
        }
        return found
    }

    init(of automationID: String, _ revision: UInt64) {
        self.automationID = automationID
        self.revision = revision
    }

    private init?(_ line: Substring) {
        guard line.hasPrefix(Self.word) else { return nil }
        let words = line.dropFirst(Self.word.count).split(separator: " ")
        guard words.count == 3, let revision = UInt64(words[0]), words[1] == "of" else { return nil }
        self.init(of: String(words[2]), revision)
    }
}
