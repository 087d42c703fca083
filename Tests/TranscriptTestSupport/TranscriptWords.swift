/// The words of an input after its name. A stage takes those that it knows; any that is left is a mistake.
///
///     var words = TranscriptWords(["lamp", "by=client"])
///     let device = try words.next()
///     let cause = words.option("by")
///     try words.end()
public struct TranscriptWords {
    /// A word that a stage doesn't know, or one that is missing. It stands as the input's effect.
    public struct Mistake: Error, CustomStringConvertible {
        public let description: String

        /// Creates a mistake from its text.
        public init(_ description: String) { self.description = description }

        /// Creates the mistake of a word that a stage doesn't know.
        public init(word: some StringProtocol) { description = "no such word: \(word)" }
    }

    private var rest: [String]

    /// Creates the words of an input.
    public init(_ words: some Sequence<String>) { rest = Array(words) }

    /// Takes the next word that is no option such as `level=3`; nil if there is none.
    public mutating func nextIfAny() -> String? {
        rest.firstIndex { !$0.contains("=") }.map { rest.remove(at: $0) }
    }

    /// Takes the next word that is no option.
    public mutating func next() throws -> String {
        guard let word = nextIfAny() else { throw Mistake("a word is missing") }
        return word
    }

    /// Takes the next word that is no option, which is a number; nil if there is none.
    public mutating func numberIfAny<Number: LosslessStringConvertible>() throws -> Number? {
        try nextIfAny().map { try Self.known(Number($0), $0) }
    }

    /// Takes the next word that is no option, which is a number.
    public mutating func number<Number: LosslessStringConvertible>() throws -> Number {
        let word = try next()
        return try Self.known(Number(word), word)
    }

    /// Takes all words.
    public mutating func all() -> [String] {
        defer { rest = [] }
        return rest
    }

    /// Takes a word. Returns whether it is there.
    public mutating func has(_ word: String) -> Bool {
        guard let index = rest.firstIndex(of: word) else { return false }
        rest.remove(at: index)
        return true
    }

    /// Takes an option. Returns its value, or nil if it is missing.
    public mutating func option(_ name: String) -> String? {
        rest.firstIndex { $0.hasPrefix(name + "=") }.map { Transcript.pair(rest.remove(at: $0)).value }
    }

    /// Takes an option whose value is a number.
    public mutating func option<Number: LosslessStringConvertible>(
        _ name: String, or missing: Number
    ) throws -> Number {
        try option(name).map { try Self.known(Number($0), $0) } ?? missing
    }

    /// Ends the reading.
    ///
    /// - Throws: ``Mistake`` if a word is left.
    public func end() throws {
        if let word = rest.first { throw Mistake(word: word) }
    }

    /// What a word stands for.
    ///
    /// - Throws: ``Mistake`` if the stage doesn't know the word.
    public static func known<Value>(_ value: Value?, _ word: some StringProtocol) throws -> Value {
        guard let value else { throw Mistake(word: word) }
        return value
    }
}
