internal import HearthHomePage
internal import HearthTerminal
internal import HearthTraitCore

/// `hearth automations examples [EXAMPLE]`: the examples that the program contains, and the text of one. No hub is asked.
enum ExamplesCommand {
    /// The names of all examples.
    static var names: [String] { AutomationExamples.all.map(\.name) }

    static func run(_ name: String?, _ arguments: Arguments) throws(CommandError) {
        let all = AutomationExamples.all.map(Example.init)
        guard let name else { return try list(all, arguments) }
        switch Names.find(name, in: all, by: { [$0.name, $0.title] }, id: { $0.name }) {
        case .one(let example):
            if arguments.has("json") { return try printLine(example.json.text) }
            // Ready for a file: a last line feed is printed with each line.
            try printLine(example.text.hasSuffix("\n") ? String(example.text.dropLast()) : example.text)
        case .several(let names):
            throw CommandError(
                .refused, "\(quoted(name)) could be \(names.map { quoted($0) }.joined(separator: ", ")); say which")
        case .none(let nearest):
            throw CommandError(
                .refused,
                "there is no example \(quoted(name))" + Names.hint(nearest, "hearth automations examples lists them"))
        }
    }

    private static func list(_ all: [Example], _ arguments: Arguments) throws(CommandError) {
        if arguments.has("json") { return try printLine(JSON.array(all.map(\.json)).text) }
        var table = Table(["EXAMPLE", "NEEDS", "WHAT IT DOES"])
        for example in all {
            table.add([
                example.name, example.needs.isEmpty ? "-" : example.needs.joined(separator: ", "), example.purpose,
            ])
        }
        try printLine(table.text(columns: try Screen(arguments).columns))
    }
}

/// An example with what its text says about it.
private struct Example {
    let name: String
    let text: String
    let title: String
    let purpose: String
    /// The names of the devices that the text uses.
    let needs: [String]

    init(name: String, text: String) {
        self.name = name
        self.text = text
        let lines = text.split(separator: "\n")
        func quotedWord(after key: String) -> String {
            lines.first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count + 1).dropLast()) } ?? ""
        }
        title = quotedWord(after: "automation: ")
        purpose = quotedWord(after: "description: ")
        needs = lines.drop { $0 != "uses:" }.dropFirst().prefix { $0.hasPrefix("  ") }.compactMap { line in
            line.split(separator: "\"").dropFirst().first.map(String.init)
        }
    }

    var json: JSON {
        .object([
            ("example", .string(name)), ("name", .string(title)), ("description", .string(purpose)),
            ("needs", .array(needs.map { .string($0) })), ("text", .string(text)),
        ])
    }
}
