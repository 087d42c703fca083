internal import HearthJSON

/// The words of a language, from its file in `Schemas/Speech`.
package struct Language: Sendable {
    /// Its code, such as "en".
    package let code: String
    /// Meanings by phrase, whose words are joined with spaces.
    let phrases: [String: [[Atom]]]
    /// Meanings of phrases without their diacritics, if these are other phrases, too: "ferme" for "fermé".
    let unmarked: [String: [[Atom]]]
    /// Words of the longest phrase.
    let mostWords: Int
    /// Number words, by phrase.
    let numbers: [String: Double]
    /// Words of the longest number.
    let mostNumberWords: Int
    /// Shortened words before an apostrophe, which are words of their own: "l'entrée" is "l entrée".
    let elisions: Set<String>
    /// Units after a number, by phrase.
    let units: [String: Unit]
    /// The words for a decimal point.
    let points: Set<String>
    /// Words that reverse a sentence. A sentence with one is never a command.
    let negations: Set<String>
    /// Phrases that reverse a sentence though their words mean something else, too: "deja de".
    private let reversals: [[String]]
    /// Words for times and conditions, which commands can't have.
    let conditions: Set<String>
    /// Words before a time. A number after one is a time unless its property was said.
    let beforeTimes: Set<String>
    /// Beginnings that make a sentence with "?" a command: "can you".
    let requests: Set<String>
    /// Answers that agree: "yes".
    let agreements: Set<String>
    /// Answers that refuse: "no".
    let refusals: Set<String>
    /// The endings of names: "s".
    let endings: [String]
    /// The letters between the parts of a compound word, with an empty text for none; none for a language without.
    let links: [String]
    /// As ``Clause/needsBy``.
    let differencesNeedBy: Bool
    /// The sign before the decimals of a number.
    private let decimalSign: String
    /// The words for colors, by their English names.
    private let colorNames: [String: String]
    /// The words for levels of alarm systems.
    private let levelNames: [String: String]
    /// The hub's answers with places for words in braces, by their purpose.
    private let answers: [String: String]

    /// What a number counts.
    enum Unit: String {
        case percent, celsius, fahrenheit, degree, kelvin, mired, half
    }

    /// The languages of the program, by code.
    package static let all: [String: Language] = Dictionary(
        uniqueKeysWithValues: LanguageTexts.all.compactMap { code, text in  // our bug: a language twice
            (try? Language(Array(text.utf8))).map { (code, $0) }
        })

    /// The language for a code such as "de-AT"; English if that language is not known.
    package static func of(_ code: String) -> Language? {
        all[String(code.lowercased().prefix { $0 != "-" && $0 != "_" })] ?? all["en"]
    }

    /// Reads a language's file.
    package init(_ text: [UInt8]) throws(LanguageError) {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(text, bytes: 1 << 20)
        } catch {
            throw LanguageError("the file of a language is no JSON: \(error)")
        }
        guard let code = json["language"]?.string else { throw LanguageError("the file of a language names none") }
        self.code = code
        elisions = Set(json["elisions"]?.items.compactMap(\.string) ?? [])
        var draft = LanguageDraft(elisions: elisions)
        try draft.add(json)
        draft.finish()
        phrases = draft.phrases
        unmarked = draft.unmarked
        mostWords = draft.mostWords
        numbers = draft.numbers
        mostNumberWords = draft.numbers.keys.map { $0.split(separator: " ").count }.max() ?? 1
        units = draft.units
        points = Set(json["point"]?.items.compactMap(\.string) ?? [])
        func words(_ name: String) -> Set<String> { Self.words(json[name], draft.elisions) }
        negations = words("negations").filter { !$0.contains(" ") }
        reversals = words("negations").subtracting(negations)
            .map { $0.split(separator: " ").map(String.init) }.filter { [negations] in
                !$0.contains(where: negations.contains)
            }
        conditions = words("conditions")
        beforeTimes = words("before-times")
        requests = words("polite")
        agreements = words("yes")
        refusals = words("no")
        endings = json["endings"]?.items.compactMap(\.string) ?? []
        links = json["links"]?.items.compactMap(\.string) ?? []
        colorNames = (json["colors"]?.members ?? [:]).compactMapValues { $0.items.first?.string }
        levelNames = (json["arm-levels"]?.members ?? [:]).compactMapValues { $0.items.first?.string }
        differencesNeedBy = json["differences"]?.string == "by"
        decimalSign = json["decimal"]?.string ?? "."
        answers = (json["answers"]?.members ?? [:]).compactMapValues(\.string)
    }

    /// A value in words: "40 %", "21.5 °C", "blue".
    package func text(_ value: SpokenValue) -> String {
        func number(_ value: Double) -> String {
            guard let whole = Int(exactly: value.rounded()) else { return "\(value)" }
            guard value != value.rounded() else { return "\(whole)" }
            return "\((value * 10).rounded() / 10)".replacing(".", with: decimalSign)
        }
        switch value {
        case .number(let value): return number(value)
        case .percent(let percent): return number(percent) + " %"
        case .degrees(let degrees): return number(degrees) + " °C"
        case .kelvin(let kelvin): return number(kelvin.rounded()) + " K"
        case .color(let name): return colorNames[name] ?? name
        case .mode(let name): return name
        case .level(let level): return levelNames[level.rawValue] ?? level.rawValue
        case .more(let step): return "+" + (step.map { number($0) } ?? "")
        case .less(let step): return "-" + (step.map { number($0) } ?? "")
        }
    }

    /// An answer of the hub; the purpose itself if the language's file lacks it.
    package func answer(_ purpose: String, _ words: KeyValuePairs<String, String> = [:]) -> String {
        words.reduce(answers[purpose] ?? purpose) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    /// Whether a word is a verb, another concept or "all", so that a thing with this name is meant only by it alone.
    func isGrammar(_ word: String) -> Bool {
        phrases[word]?.contains { atoms in
            switch atoms.first {
            case .concept, .all, .both, .everywhere: true
            default: false
            }
        } ?? false
    }

    /// Words with digits for number words.
    func withDigits(_ words: ArraySlice<String>) -> [String] {
        var found: [String] = []
        var start = words.startIndex
        while start < words.endIndex {
            let number = (start + 1...min(start + mostNumberWords, words.endIndex)).reversed().lazy.compactMap { end in
                numbers[words[start..<end].joined(separator: " ")].flatMap { Int(exactly: $0) }.map { ($0, end) }
            }.first
            found.append(number.map { String($0.0) } ?? words[start])
            start = number?.1 ?? start + 1
        }
        return found
    }

    /// The words of a phrase in a sentence that reverses it.
    func negation(in sentence: Sentence) -> [String]? {
        reversals.first { phrase in
            sentence.words.indices.contains { sentence.words[$0...].starts(with: phrase) }
        }
    }

    private static func words(_ list: JSONValue?, _ elisions: Set<String>) -> Set<String> {
        Set(
            (list?.items ?? []).compactMap(\.string).flatMap { text in
                Spelling.variants(Sentence(text, elisions: elisions).words.joined(separator: " "))
            })
    }
}

/// The file of a language can't be used.
package struct LanguageError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
