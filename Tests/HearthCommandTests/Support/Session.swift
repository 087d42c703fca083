internal import Expectations
internal import Foundation
internal import ProcessTestSupport
internal import Testing

/// What a person types and reads, as text:
///
///     # Devices move
///     $ move floor Bedroom
///     Floor Lamp: it is in Bedroom now
///     $ move floor Bedrom
///     ! hearth: there is no room "Bedrom"; did you mean "Bedroom"…
///     [1]
///
/// `$ WORDS` runs the program. The lines below it are its whole output, then its errors after `! `, and its exit status
/// in brackets unless that is 0. `…` stands for any text in a line, and for any lines where it is alone; `~ TEXT` says
/// that the output has no such text. `% WORDS` repeats the command until its output is this. `& WORDS` starts a program
/// that keeps running, `@ LINE` waits for a line of its output, and `^C` interrupts it. `< FILE` writes the indented
/// lines below into a file. `$FOLDER` is the session's own folder, `$PRODUCTS` that of the example products.
struct Session: CustomTestStringConvertible, Sendable {
    private struct Step {
        let kind: Character
        let text: String
        var lines: [String] = []
    }

    let testDescription: String
    private var steps: [Step] = []

    /// The sessions of a text file in the folder Sessions. A missing file has one that fails.
    static func read(_ file: String) -> [Session] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try? String(contentsOf: tests.appending(path: "Sessions/\(file).txt"), encoding: .utf8)
        var sessions: [Session] = []
        for line in (text ?? "# the file is missing").components(separatedBy: "\n") {
            if line.hasPrefix("#   ") { continue }
            if line.hasPrefix("# ") {
                sessions.append(Session(testDescription: "\(file): \(line.dropFirst(2))"))
            } else if let kind = line.first, "$%&@<".contains(kind), line.dropFirst().first == " " {
                sessions[sessions.count - 1].steps.append(Step(kind: kind, text: String(line.dropFirst(2))))
            } else if line == "^C" {
                sessions[sessions.count - 1].steps.append(Step(kind: "^", text: "C"))
            } else if let last = sessions.last?.steps.indices.last {
                sessions[sessions.count - 1].steps[last].lines.append(line)
            }
        }
        return sessions
    }

    /// Plays the session.
    ///
    /// - Parameter address: of the hub; nil for commands that need none.
    func play(in folder: TemporaryFolder, hub address: String?) async throws {
        var running: [ChildProcess] = []
        expect(!steps.isEmpty, "\(testDescription) has no steps")
        for step in steps {
            var words = Self.words(of: filled(step.text, folder))
            if let address, !words.contains("--hub") { words += ["--hub", address] }
            let lines = step.lines.reversed().drop(while: \.isEmpty).reversed().map { filled($0, folder) }
            switch step.kind {
            case "$": check(try await HearthProgram.run(words), step, lines)
            case "%":
                var outcome = try await HearthProgram.run(words)
                while !isPlayed(outcome, lines), !Task.isCancelled {
                    let next = try await HearthProgram.run(words)
                    if !Task.isCancelled { outcome = next }
                }
                check(outcome, step, lines)
                try Task.checkCancellation()
            case "&": running.append(try HearthProgram.start(words))
            case "@":
                let pattern = filled(step.text, folder)
                let line = try await require(running.last).line { Self.isLike($0, pattern) }
                expect(line != nil, "\(testDescription)\nthe program ended without the line: \(pattern)")
            case "^":
                let program = try require(running.popLast())
                program.send(SIGINT)
                await expect(program.wait().status, equals: 0, "\(testDescription)")
            default:
                let text = lines.map { $0.dropFirst(2) }.joined(separator: "\n") + "\n"
                try text.write(toFile: folder.file(step.text), atomically: true, encoding: .utf8)
            }
        }
    }

    private func filled(_ text: String, _ folder: TemporaryFolder) -> String {
        text.replacing("$FOLDER", with: folder.path).replacing("$PRODUCTS", with: SimulateTests.products)
    }

    private func check(_ outcome: ChildProcess.Outcome, _ step: Step, _ lines: [String]) {
        guard !isPlayed(outcome, lines) else { return }
        let errors = Self.lines(of: outcome.error).map { "! " + $0 }
        let status = outcome.status == 0 ? [] : ["[\(outcome.status)]"]
        let actual = Self.lines(of: outcome.output) + errors + status
        expect(
            actual.joined(separator: "\n"), equals: lines.joined(separator: "\n"),
            "\(testDescription)\n\(step.kind) \(step.text)")
    }

    private func isPlayed(_ outcome: ChildProcess.Outcome, _ lines: [String]) -> Bool {
        let status = lines.last.flatMap { $0.wholeMatch(of: /\[(\d+)\]/).flatMap { Int32($0.1) } }
        let lines = status == nil ? lines : Array(lines.dropLast())
        let absent = lines.filter { $0.hasPrefix("~ ") }.map { $0.dropFirst(2) }
        let errors = lines.filter { $0.hasPrefix("! ") }.map { String($0.dropFirst(2)) }
        let output = lines.filter { !$0.hasPrefix("~ ") && !$0.hasPrefix("! ") }
        return outcome.status == status ?? 0 && !absent.contains { outcome.output.contains($0) }
            && Self.areLike(Self.lines(of: outcome.output)[...], output[...])
            && Self.areLike(Self.lines(of: outcome.error)[...], errors[...])
    }

    private static func lines(of text: String) -> [String] {
        let lines = text.components(separatedBy: "\n")
        return lines.last == "" ? lines.dropLast() : lines
    }

    private static func areLike(_ lines: ArraySlice<String>, _ patterns: ArraySlice<String>) -> Bool {
        guard let pattern = patterns.first else { return lines.isEmpty }
        if pattern == "…" {
            return (lines.startIndex...lines.endIndex).contains { areLike(lines[$0...], patterns.dropFirst()) }
        }
        guard let line = lines.first, isLike(line[...], pattern) else { return false }
        return areLike(lines.dropFirst(), patterns.dropFirst())
    }

    private static func isLike(_ line: Substring, _ pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "…")
        guard parts.count > 1 else { return line == pattern }
        guard line.hasPrefix(parts[0]) else { return false }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }

    /// The words between blanks; quotes hold blanks together, as in a shell.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var quote: Character?
        var isInWord = false
        for letter in text {
            if letter == quote {
                quote = nil
            } else if quote == nil, letter == "\"" || letter == "'" {
                if !isInWord { words.append("") }
                (quote, isInWord) = (letter, true)
            } else if letter == " ", quote == nil {
                isInWord = false
            } else {
                if !isInWord { words.append("") }
                isInWord = true
                words[words.count - 1].append(letter)
            }
        }
        return words
    }
}
