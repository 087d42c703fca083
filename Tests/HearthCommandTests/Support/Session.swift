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
/// in brackets unless that is 0. `…` stands for any text in a line, after `{` for text in that object only, and for any
/// lines where it is alone; `~ TEXT` says that output and errors have no such text. `% WORDS` repeats the command until
/// its output is this. `& WORDS` starts a program that keeps running, `@ LINE` waits for a line of its output, and `^C`
/// interrupts it. `< FILE` writes the lines below, indented by two, into a file. `$FOLDER` is the session's own folder,
/// `$PRODUCTS` that of the example products.
struct Session: CustomTestStringConvertible, Sendable {
    private struct Step {
        let kind: Character
        let text: String
        var lines: [String] = []
    }

    let testDescription: String
    private var steps: [Step] = []

    /// The sessions of a text file in the folder Sessions. A missing or empty file has one that fails.
    static func read(_ file: String) -> [Session] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try? String(contentsOf: tests.appending(path: "Sessions/\(file).txt"), encoding: .utf8)
        var sessions: [Session] = []
        for line in (text ?? "").components(separatedBy: "\n") where !line.hasPrefix("#   ") {
            if line.hasPrefix("# ") {
                sessions.append(Session(testDescription: "\(file): \(line.dropFirst(2))"))
            } else if let last = sessions.indices.last {
                sessions[last].add(line)
            } else if !line.isEmpty {
                sessions.append(Session(testDescription: "\(file)", steps: [Step(kind: "?", text: line)]))
            }
        }
        return sessions.isEmpty ? [Session(testDescription: "\(file): the file is missing or empty")] : sessions
    }

    private mutating func add(_ line: String) {
        if let kind = line.first, "$%&@<".contains(kind), line.dropFirst().first == " " {
            steps.append(Step(kind: kind, text: String(line.dropFirst(2))))
        } else if line == "^C" {
            steps.append(Step(kind: "^", text: "C"))
        } else if let last = steps.indices.last {
            steps[last].lines.append(line)
        } else if !line.isEmpty {
            steps.append(Step(kind: "?", text: line))
        }
    }

    /// Plays the session.
    ///
    /// - Parameter address: of the hub; nil for commands that need none.
    func play(in folder: TemporaryFolder, hub address: String?) async throws {
        // The tester's own keys and hub have no effect.
        let environment = ["XDG_CONFIG_HOME": folder.file("config"), "HEARTH_TOKEN": "", "HEARTH_HUB": ""]
        var running: [ChildProcess] = []
        expect(!steps.isEmpty, "\(testDescription) has no steps")
        for step in steps {
            var words = Self.words(of: filled(step.text, folder))
            if let address, !words.contains("--hub") { words += ["--hub", address] }
            let lines = step.lines.reversed().drop(while: \.isEmpty).reversed().map { filled($0, folder) }
            if "&@^".contains(step.kind) {
                expect(lines, equals: [], "\(testDescription)\nno lines may follow \(step.kind) \(step.text)")
            }
            switch step.kind {
            case "$": check(try await HearthProgram.run(words, environment), step, lines)
            case "%":
                var outcome = try await HearthProgram.run(words, environment)
                while !isPlayed(outcome, lines), !Task.isCancelled {
                    let next = try await HearthProgram.run(words, environment)
                    if !Task.isCancelled { outcome = next }
                }
                check(outcome, step, lines)
                try Task.checkCancellation()
            case "&": running.append(try HearthProgram.start(words, environment))
            case "@":
                let pattern = filled(step.text, folder)
                let line = try await require(running.last).line { Self.isLike($0, pattern) }
                expect(line != nil, "\(testDescription)\nthe program ended without the line: \(pattern)")
            case "^":
                let program = try require(running.popLast())
                program.send(SIGINT)
                await expect(program.wait().status, equals: 0, "\(testDescription)")
            case "<":
                let unindented = lines.filter { !$0.isEmpty && !$0.hasPrefix("  ") }
                expect(unindented, equals: [], "\(testDescription)\nthe lines of \(step.text) are not indented by two")
                let text = lines.map { $0.dropFirst(2) }.joined(separator: "\n") + "\n"
                try text.write(toFile: folder.file(step.text), atomically: true, encoding: .utf8)
            default: Issue.record("\(testDescription)\nno title or no command stands before: \(step.text)")
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
        return outcome.status == status ?? 0 && !absent.contains { (outcome.output + outcome.error).contains($0) }
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
        hasParts(line, pattern.components(separatedBy: "…")[...], depth: 0)
    }

    /// Whether a line consists of the parts of a pattern with any texts between them. Such a text may not contain the
    /// bracket that closes an object of an earlier part.
    ///
    /// - Parameter depth: the number of these objects.
    private static func hasParts(_ line: Substring, _ parts: ArraySlice<String>, depth: Int) -> Bool {
        guard let part = parts.first, line.hasPrefix(part) else { return false }
        let later = parts.dropFirst()
        var rest = line.dropFirst(part.count)
        if later.isEmpty { return rest.isEmpty }
        if later == [""] { return true }
        let depth = max(0, depth + part.reduce(0) { $0 + nesting($1) })
        var skipped = 0
        while !hasParts(rest, later, depth: depth) {
            guard let letter = rest.popFirst() else { return false }
            skipped += nesting(letter)
            if depth > 0, skipped < 0 { return false }
        }
        return true
    }

    private static func nesting(_ letter: Character) -> Int { letter == "{" ? 1 : letter == "}" ? -1 : 0 }

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
