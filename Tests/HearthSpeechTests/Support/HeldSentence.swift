internal import Foundation

@testable internal import HearthSpeech

/// A sentence with the readings that are right: "[room] text | command or command", where a command is "verb state value
/// targets", commands of one sentence are joined by " + ", "nothing" stands for no command, and "ask a / b" for a
/// question. A target is an id or "kind:place"; "-id" or "-kind:place" is an exception.
struct HeldSentence {
    let text: String
    let speaker: Speaker
    let expected: [String]

    init(_ line: Substring, _ home: SpokenHome) {
        let parts = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        if parts[0].hasPrefix("["), let end = parts[0].firstIndex(of: "]") {
            speaker = Speaker(roomID: String(parts[0][parts[0].index(after: parts[0].startIndex)..<end]))
            text = String(parts[0][parts[0].index(end, offsetBy: 2)...])
        } else {
            speaker = Speaker()
            text = parts[0]
        }
        expected = (parts.count > 1 ? parts[1] : "nothing").components(separatedBy: " or ").map { reading in
            reading.components(separatedBy: " + ").map { Self.command($0, home) }.joined(separator: " + ")
        }
    }

    private static func command(_ text: String, _ home: SpokenHome) -> String {
        if text.hasPrefix("ask ") {
            return "ask "
                + text.dropFirst(4).components(separatedBy: " / ").map { command($0, home) }.sorted()
                .joined(separator: " / ")
        }
        let words = text.replacing(",", with: "").split(separator: " ").map(String.init)
        var head: [String] = []
        var ids: Set<String> = []
        for word in words {
            if word.hasPrefix("-") {
                ids.subtract(found(String(word.dropFirst()), home) ?? [])
            } else if head == ["arm"], ["away", "home", "night"].contains(word) {
                // The level of an alarm; a lamp has the id "night".
                head.append(word)
            } else if let found = found(word, home), !head.isEmpty {
                ids.formUnion(found)
            } else {
                head.append(word)
            }
        }
        return ([head.filter { $0 != "yes" }.joined(separator: " ")] + ids.sorted()).joined(separator: " ")
            + (head.contains("yes") ? " yes" : "")
    }

    private static func found(_ word: String, _ home: SpokenHome) -> [String]? {
        guard let colon = word.firstIndex(of: ":") else {
            return home.things.contains { $0.id == word } ? [word] : nil
        }
        let kind = ThingKind(rawValue: String(word[..<colon]))
        let place = home.places.first { $0.id == word[word.index(after: colon)...] }
        return home.things.filter { thing in
            kind.map { thing.kinds.contains($0) } ?? false
                && (place.map { place in thing.roomID.map { place.roomIDs.contains($0) } ?? false } ?? true)
        }.map(\.id)
    }
}

/// How the readings of held-out sentences turned out.
struct HeldOutcome {
    var right = 0
    var refused: [String] = []
    var asked: [String] = []
    var wrong: [String] = []

    var total: Int { right + refused.count + asked.count + wrong.count }
    var rate: Double { Double(right) / Double(max(1, total)) * 100 }

    mutating func add(_ sentence: HeldSentence, _ reading: Reading) {
        let line = reading.heldLine
        let note = "\(sentence.text) → \(line)"
        if sentence.expected.contains(where: { HeldOutcome.fits(line, $0) }) {
            right += 1
        } else {
            switch reading {
            case .commands: wrong.append(note)
            case .question: asked.append(note)
            case .misunderstanding: refused.append(note)
            }
        }
    }

    /// "is?" stands for each question about states of one or several things.
    private static func fits(_ line: String, _ expected: String) -> Bool {
        if expected == "nothing" { return line.hasPrefix("nothing") }
        guard expected.hasPrefix("is? ") else { return line == expected }
        return ["is", "any", "all"].contains { line == $0 + expected.dropFirst(3) }
    }
}

extension Reading {
    /// The reading in the words of ``HeldSentence``.
    fileprivate var heldLine: String {
        switch self {
        case .commands(let commands): commands.map(\.heldLine).joined(separator: " + ")
        case .question(let commands): "ask " + commands.map(\.heldLine).sorted().joined(separator: " / ")
        case .misunderstanding(let why): (["nothing:", why.reason.rawValue] + why.words).joined(separator: " ")
        }
    }
}

extension SpokenCommand {
    fileprivate var heldLine: String {
        ([verb.rawValue, state?.rawValue, value?.heldLine].compactMap { $0 } + targets.map(\.id).sorted())
            .joined(separator: " ") + (needsYes ? " yes" : "")
    }
}

extension SpokenValue {
    fileprivate var heldLine: String {
        func text(_ number: Double) -> String {
            number == number.rounded() ? String(Int(number)) : String(number)
        }
        func step(_ word: String, _ number: Double?) -> String { number.map { "\(word) \(text($0))" } ?? word }
        return switch self {
        case .number(let number): text(number)
        case .percent(let percent): text(percent) + "%"
        case .degrees(let degrees): text(degrees) + "°"
        case .kelvin(let kelvin): text(kelvin) + "K"
        case .color(let color): color
        case .mode(let mode): mode
        case .level(let level): level.rawValue
        case .more(let step_): step("more", step_)
        case .less(let step_): step("less", step_)
        }
    }
}
