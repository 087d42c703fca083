internal import Hearth

/// The automation and its revision from which a text was exported: a comment in the text, by which an import notices that
/// somebody has changed the automation meanwhile.
struct ExportedRevision: Hashable {
    let automationID: String
    let revision: UInt64

    private static let word = "# revision "

    /// The line in the text.
    var line: String { "\(Self.word)\(revision) of \(automationID)" }

    init(of automationID: String, _ revision: UInt64) {
        self.automationID = automationID
        self.revision = revision
    }

    fileprivate init?(_ line: String) {
        guard line.hasPrefix(Self.word) else { return nil }
        let words = line.dropFirst(Self.word.count).split(separator: " ")
        guard words.count == 3, let revision = UInt64(words[0]), words[1] == "of" else { return nil }
        self.init(of: String(words[2]), revision)
    }

    /// Adds the line to an automation's text, after its name.
    func added(to text: String) -> String {
        guard let end = text.firstIndex(of: "\n") else { return text }
        return "\(text[...end])\(line)\n\(text[text.index(after: end)...])"
    }
}

/// A text of automations, with a comment for each that names the revision it was exported at.
struct ExportedText {
    private var lines: [String]
    /// The line of each automation's comment, by the automation's place in the text.
    private var places: [Int: Int] = [:]

    /// - Parameter automations: the lines of the nodes of each automation in the text. Its comment is above them and
    ///   below those of the automation before.
    init(_ text: String, of automations: [[Int]]) {
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        var end = 0
        for (place, nodes) in automations.enumerated() {
            guard let first = nodes.min(), let last = nodes.max(), end < first, last <= lines.count else { continue }
            places[place] = (end..<first).first { revision(in: $0) != nil }
            end = last
        }
    }

    var text: String { lines.joined(separator: "\n") }

    private func revision(in line: Int) -> ExportedRevision? {
        ExportedRevision(lines[line].hasSuffix("\r") ? String(lines[line].dropLast()) : lines[line])
    }

    /// The revision of an automation in the text; nil if the text names none. Setting it changes only an existing comment.
    subscript(place: Int) -> ExportedRevision? {
        get { places[place].flatMap { revision(in: $0) } }
        set {
            guard let line = places[place], let newValue else { return }
            lines[line] = newValue.line + (lines[line].hasSuffix("\r") ? "\r" : "")
        }
    }
}
