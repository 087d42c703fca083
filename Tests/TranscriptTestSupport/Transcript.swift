internal import Expectations
public import Foundation
public import Testing

/// A rule of a unit as text: a title, and indented lines with an input and its effects.
///
///     A lock is moved by timed commands
///       device 0x0A
///       DoorLock lockState=locked
///       write LockMechanism LockTargetState=0 | timed DoorLock.UnlockDoor
///
/// Effects that need more than a line stand below their input, indented further. A file has several transcripts, with
/// empty lines between them. A test plays the inputs and compares the whole text.
public struct Transcript: CustomTestStringConvertible, Sendable {
    private let file: URL
    private let text: String

    /// The file's name and the title.
    public var testDescription: String {
        "\(file.deletingPathExtension().lastPathComponent): \(text.prefix { $0 != "\n" })"
    }

    /// Whether tests write their transcripts as they happen, instead of comparing them: HEARTH_RECORD=1.
    public static let isRecording = ProcessInfo.processInfo.environment["HEARTH_RECORD"] == "1"

    /// The transcripts of a text file in a folder. A missing file has one that can't be played.
    public static func read(_ file: String, in folder: URL) -> [Transcript] {
        let url = folder.appending(path: file + ".txt")
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? "the file is missing"
        return text.components(separatedBy: "\n\n").map {
            Transcript(file: url, text: $0.trimmingCharacters(in: .newlines))
        }
    }

    /// Compares the transcript with what happens.
    ///
    /// - Parameter play: returns an input's lines as they happen. The first input says what is tested.
    public func check(_ play: (_ input: String) -> String) {
        guard text.contains("\n") else {
            Issue.record("\(file.path): \(text)")
            return
        }
        guard !Self.isRecording else { return }
        expect(played(play), equals: text)
    }

    private func played(_ play: (String) -> String) -> String {
        let lines = text.components(separatedBy: "\n")
        let inputs = lines.dropFirst().filter { !$0.hasPrefix("    ") }.map(Self.input)
        return (lines.prefix(1) + inputs.map { "  " + play($0).replacing("\n", with: "\n    ") })
            .joined(separator: "\n")
    }

    private static func input(of line: String) -> String {
        (line.components(separatedBy: " | ").first ?? "").trimmingCharacters(in: .whitespaces)
    }

    /// Writes the transcripts of one file as they happen.
    ///
    /// Throws ``LostInput`` instead where an input would be taken for effects: when it stands below an input without
    /// effects in lines of their own, indented as these, or has ` | ` in quotes or brackets.
    ///
    /// - Parameter player: makes the function that plays one transcript.
    public static func record(_ transcripts: [Transcript], _ player: () -> (String) -> String) throws {
        guard let file = transcripts.first?.file else { return }
        let played = try transcripts.map { transcript in
            let played = transcript.played(player())
            try transcript.refuseLoss(in: played)
            return played
        }
        let text = played.joined(separator: "\n\n") + "\n"
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private func refuseLoss(in played: String) throws {
        let effects = Set(Self.linesAboveEffects(played).map(Self.input))
        if let line = Self.linesAboveEffects(text).first(where: { !effects.contains(Self.input(of: $0)) }) {
            throw LostInput(line: "\(testDescription): the lines indented below '\(line)'")
        }
        for line in text.components(separatedBy: "\n") where line.contains(" | ") && !line.hasPrefix("    ") {
            let input = Self.input(of: line)
            let isOpen = ["[]", "()", "{}"].contains { pair in
                input.filter { $0 == pair.first }.count > input.filter { $0 == pair.last }.count
            }
            if isOpen || !input.filter({ $0 == "\"" }).count.isMultiple(of: 2) {
                throw LostInput(line: "\(testDescription): '\(line)' after the first ' | '")
            }
        }
    }

    /// The inputs, or the title, with lines below them that are indented as effects are.
    private static func linesAboveEffects(_ text: String) -> [String] {
        let lines = text.components(separatedBy: "\n")
        return zip(lines, lines.dropFirst()).filter { !$0.hasPrefix("    ") && $1.hasPrefix("    ") }.map(\.0)
    }

    /// A line of a file that a recording would leave out.
    public struct LostInput: Error, CustomStringConvertible {
        let line: String

        public var description: String {
            "nothing is recorded: this would lose \(line); indent inputs by two, without ' | ', or delete old effects"
        }
    }

    /// The words of an input between blanks that are not in quotes, brackets or braces.
    public static func words(_ input: String) -> [String] {
        var words = [""]
        var (depth, isQuoted) = (0, false)
        for letter in input {
            if letter == "\"" { isQuoted.toggle() }
            if "[{".contains(letter) { depth += 1 }
            if "]}".contains(letter) { depth -= 1 }
            if letter == " ", depth == 0, !isQuoted { words.append("") } else { words[words.count - 1].append(letter) }
        }
        return words
    }

    /// The name and the value of a word such as `level=3`; the value of other words is empty.
    public static func pair(_ word: String) -> (name: String, value: String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
}
