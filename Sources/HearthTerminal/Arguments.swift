internal import Hearth
internal import HearthTraitCore

/// The parsed words after a command's name: options and positional arguments.
package struct Arguments {
    /// An option that a command accepts.
    package struct Option: Sendable {
        package let name: String
        /// The placeholder of its value in the usage text; nil for a switch.
        package let value: String?
        /// Its effect, as a sentence.
        package let summary: String
        /// The default, in words; nil where it is obvious.
        package let defaultValue: String?

        package init(_ name: String, _ value: String? = nil, _ summary: String, default defaultValue: String? = nil) {
            self.name = name
            self.value = value
            self.summary = summary
            self.defaultValue = defaultValue
        }
    }

    package private(set) var positional: [String] = []
    private var values: [String: [String]] = [:]
    private var switches: Set<String> = []

    /// A value that begins with two dashes is written `--name=--value`; as a word of its own it is read as the next
    /// option.
    ///
    /// - Throws: ``CommandError`` for an unknown option, a missing value, or a value for a switch.
    package init(_ words: [String], options: [Option]) throws(CommandError) {
        var rest = words[...]
        var onlyPositional = false
        while let word = rest.popFirst() {
            guard word.hasPrefix("--"), !onlyPositional else {
                positional.append(word)
                continue
            }
            if word == "--" {
                onlyPositional = true
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.first.map(String.init) ?? ""
            guard let option = options.first(where: { $0.name == name }) else {
                let known = options.map { "--" + $0.name }
                let nearest = nearestNames(to: "--" + name, among: known).first
                let hint = nearest.map { "did you mean \($0)?" } ?? "known are \(known.joined(separator: ", "))"
                throw CommandError(.usage, "unknown option --\(name); \(hint)")
            }
            if option.value == nil {
                guard parts.count == 1 else { throw CommandError(.usage, "--\(name) takes no value") }
                switches.insert(name)
            } else if parts.count == 2 {
                values[name, default: []].append(String(parts[1]))
            } else if let value = rest.first, !value.hasPrefix("--") {
                rest.removeFirst()
                values[name, default: []].append(value)
            } else {
                throw CommandError(.usage, "--\(name) needs a value: --\(name) \(option.value ?? "")")
            }
        }
    }

    /// The value of an option; the last one if it is given several times.
    package subscript(_ name: String) -> String? { values[name]?.last }

    /// All values of an option that may be given several times.
    package func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Whether a switch is given.
    package func has(_ name: String) -> Bool { switches.contains(name) }
}

/// Options of several commands.
extension Arguments.Option {
    /// The hub to talk to.
    package static let hub = Arguments.Option(
        "hub", "NAME|ADDRESS", "The hub: the name of a claimed one, an address or a link.",
        default: "$HEARTH_HUB, else \(Home.defaultAddress)")
    /// Output for programs.
    package static let json = Arguments.Option("json", nil, "Prints JSON for programs, one value a line.")
}
