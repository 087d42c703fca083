internal import HearthJSON

/// A language while its file is read.
struct LanguageDraft {
    /// As ``Language/elisions``.
    let elisions: Set<String>
    private(set) var phrases: [String: [[Atom]]] = [:]
    private(set) var unmarked: [String: [[Atom]]] = [:]
    private(set) var mostWords = 1
    private(set) var numbers: [String: Double] = [:]
    private(set) var units: [String: Language.Unit] = [:]

    init(elisions: Set<String>) {
        self.elisions = elisions
    }

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
        for (name, forms) in json["arm-levels"]?.members ?? [:] {
            guard let level = ArmLevel(rawValue: name) else { throw LanguageError("there is no arm level \(name)") }
            add(forms) { [.value(.level(level))] }
        }
        for (kelvin, forms) in json["whites"]?.members ?? [:] {
            add(forms) { [.value(.kelvin(Double(kelvin) ?? 0))] }
        }
        for (percent, forms) in json["levels"]?.members ?? [:] {
            add(forms) { [.value(.percent(Double(percent) ?? 0))] }
        }
        for (name, forms) in json["units"]?.members ?? [:] {
            guard let unit = Language.Unit(rawValue: name) else { throw LanguageError("there is no unit \(name)") }
            for form in self.forms(forms) { units[form] = unit }
        }
        for (number, forms) in json["numbers"]?.members ?? [:] {
            for form in self.forms(forms) { numbers[form] = Double(number) }
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
        for form in exact(list) {
            mostWords = max(mostWords, form.split(separator: " ").count)
            let atoms = atoms()
            Self.add(atoms, to: &phrases[form, default: []])
            for variant in Spelling.variants(form).dropFirst() { Self.add(atoms, to: &unmarked[variant, default: []]) }
        }
    }

    private static func add(_ atoms: [Atom], to meanings: inout [[Atom]]) {
        if !meanings.contains(atoms) { meanings.append(atoms) }
    }

    /// Makes phrases without diacritics equal to those with them, unless they are other phrases, too.
    mutating func finish() {
        for (form, meanings) in unmarked {
            guard let known = phrases[form] else {
                phrases[form] = meanings
                unmarked[form] = nil
                continue
            }
            unmarked[form] = meanings.filter { !known.contains($0) }
        }
    }

    /// All spellings of the phrases of a list.
    private func forms(_ list: JSONValue?) -> [String] { exact(list).flatMap(Spelling.variants) }

    /// The phrases of a list, whose words are joined with spaces. "in|on the house" is two phrases.
    private func exact(_ list: JSONValue?) -> [String] {
        (list?.items ?? []).compactMap(\.string).flatMap(Self.alternatives).map { text in
            Sentence(text, elisions: elisions).words.joined(separator: " ")
        }
    }

    private static func alternatives(_ text: String) -> [String] {
        text.split(separator: " ").reduce([""]) { phrases, word in
            phrases.flatMap { phrase in word.split(separator: "|").map { phrase + " " + $0 } }
        }
    }
}
