internal import HearthJSON

/// The words of a language, from its file in `Schemas/Speech`.
package struct Language: Sendable {
    /// Its code, such as "en".
    package let code: String
    /// Meanings by phrase, whose words are joined with spaces.
    let phrases: [String: [[Atom]]]
    /// Words of the longest phrase.
    let mostWords: Int
    /// Number words, by phrase.
    let numbers: [String: Double]
    /// Units after a number, by phrase.
    let units: [String: Unit]
    /// The words for a decimal point.
    let points: Set<String>
    /// Words that reverse a sentence. A sentence with one is never a command.
    let negations: Set<String>
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
    /// The words for colors, by their English names.
    private let colorNames: [String: String]
    /// The hub's answers with places for words in braces, by their purpose.
    private let answers: [String: String]

    /// What a number counts.
    enum Unit: String {
        case percent, celsius, fahrenheit, degree, kelvin, mired, half
    }

    /// The languages of the program, by code.
    package static let all: [String: Language] = Dictionary(
        uniqueKeysWithValues: LanguageTexts.all.compactMap { code, text in
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
        var draft = LanguageDraft()
        try draft.add(json)
        phrases = draft.phrases
        mostWords = draft.mostWords
        numbers = draft.numbers
        units = draft.units
        points = Set(json["point"]?.items.compactMap(\.string) ?? [])
        negations = Self.words(json["negations"])
        conditions = Self.words(json["conditions"])
        beforeTimes = Self.words(json["before-times"])
        requests = Self.words(json["polite"])
        agreements = Self.words(json["yes"])
        refusals = Self.words(json["no"])
        endings = json["endings"]?.items.compactMap(\.string) ?? []
        links = json["links"]?.items.compactMap(\.string) ?? []
        colorNames = (json["colors"]?.members ?? [:]).compactMapValues { $0.items.first?.string }
        answers = (json["answers"]?.members ?? [:]).compactMapValues(\.string)
    }

    /// A value in words: "40 %", "21.5 °C", "blue".
    package func text(_ value: SpokenValue) -> String {
        func number(_ value: Double) -> String {
            guard let whole = Int(exactly: value.rounded()) else { return "\(value)" }
            return value == value.rounded() ? "\(whole)" : "\((value * 10).rounded() / 10)"
        }
        switch value {
        case .number(let value): return number(value)
        case .percent(let percent): return number(percent) + " %"
        case .degrees(let degrees): return number(degrees) + " °C"
        case .kelvin(let kelvin): return number(kelvin.rounded()) + " K"
        case .color(let name): return colorNames[name] ?? name
        case .mode(let name): return name
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
            let number = (start + 1...min(start + 3, words.endIndex)).reversed().lazy.compactMap { end in
                numbers[words[start..<end].joined(separator: " ")].flatMap { Int(exactly: $0) }.map { ($0, end) }
            }.first
            found.append(number.map { String($0.0) } ?? words[start])
            start = number?.1 ?? start + 1
        }
        return found
    }

    private static func words(_ list: JSONValue?) -> Set<String> {
        Set((list?.items ?? []).compactMap(\.string).flatMap { Spelling.variants(Spelling.folded($0)) })
    }
}

/// The file of a language can't be used.
package struct LanguageError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// A language while its file is read.
struct LanguageDraft {
    private(set) var phrases: [String: [[Atom]]] = [:]
    private(set) var mostWords = 1
    private(set) var numbers: [String: Double] = [:]
    private(set) var units: [String: Language.Unit] = [:]

    mutating func add(_ json: JSONValue) throws(LanguageError) {
        let plain: [(String, Atom)] = [
            ("fillers", .filler), ("polite", .filler), ("leading", .leading), ("and", .and), ("except", .except),
            ("all", .all),
            ("both", .both),
            ("here", .here), ("everywhere", .everywhere), ("place-words", .rank),
        ]
        for (section, atom) in plain { add(json[section]) { [atom] } }
        for (key, forms) in json["words"]?.members ?? [:] {
            let atoms = try Self.atoms(key)
            add(forms) { atoms }
        }
        for (key, forms) in json["kinds"]?.members ?? [:] {
            guard let kind = ThingKind(rawValue: key) else { throw LanguageError("there is no kind \(key)") }
            add(forms) { [.kind(kind)] }
        }
        for (name, forms) in json["colors"]?.members ?? [:] { add(forms) { [.value(.color(name))] } }
        for (name, forms) in json["modes"]?.members ?? [:] { add(forms) { [.value(.mode(name))] } }
        for (kelvin, forms) in json["whites"]?.members ?? [:] {
            add(forms) { [.value(.kelvin(Double(kelvin) ?? 0))] }
        }
        for (percent, forms) in json["levels"]?.members ?? [:] {
            add(forms) { [.value(.percent(Double(percent) ?? 0))] }
        }
        for (name, forms) in json["units"]?.members ?? [:] {
            guard let unit = Language.Unit(rawValue: name) else { throw LanguageError("there is no unit \(name)") }
            for form in Self.forms(forms) { units[form] = unit }
        }
        for (number, forms) in json["numbers"]?.members ?? [:] {
            for form in Self.forms(forms) { numbers[form] = Double(number) }
        }
    }

    /// "act+on" is two concepts, "on+kind:light" a concept and a kind.
    private static func atoms(_ key: String) throws(LanguageError) -> [Atom] {
        var atoms: [Atom] = []
        for part in key.split(separator: "+") {
            if part.hasPrefix("kind:"), let kind = ThingKind(rawValue: String(part.dropFirst(5))) {
                atoms.append(.kind(kind))
            } else if let concept = Concept(rawValue: String(part)) {
                atoms.append(.concept(concept))
            } else if part == "here" {
                atoms.append(.here)
            } else {
                throw LanguageError("there is no concept \(part)")
            }
        }
        return atoms
    }

    private mutating func add(_ list: JSONValue?, _ atoms: () -> [Atom]) {
        for form in Self.forms(list) {
            mostWords = max(mostWords, form.split(separator: " ").count)
            let atoms = atoms()
            if phrases[form]?.contains(atoms) != true { phrases[form, default: []].append(atoms) }
        }
    }

    /// All spellings of the phrases of a list, whose words are joined with spaces. "in|on the house" is two phrases.
    private static func forms(_ list: JSONValue?) -> [String] {
        (list?.items ?? []).compactMap(\.string).flatMap(alternatives).flatMap { text in
            Spelling.variants(Sentence(text).words.joined(separator: " "))
        }
    }

    private static func alternatives(_ text: String) -> [String] {
        text.split(separator: " ").reduce([""]) { phrases, word in
            phrases.flatMap { phrase in word.split(separator: "|").map { phrase + " " + $0 } }
        }
    }
}
