/// Changes of a home as sentences: "Anna unlocked the front door".
public struct ChangeSentence: Sendable {
    /// The author of a change.
    public enum Author: Hashable, Sendable {
        /// A person, or a program such as a Home Assistant, by name.
        case person(String)
        /// An automation, by name.
        case automation(String)
    }

    private let words: ChangeWords

    /// Creates sentences in a language.
    ///
    /// - Parameter words: the words of the language.
    public init(_ words: ChangeWords = .english) {
        self.words = words
    }

    /// A sentence, with its main fact.
    public typealias Sentence = (fact: StateFact, text: String)

    /// The changes of a thing in as few sentences as possible: one for everything that can be set, and one for each
    /// measured value.
    ///
    /// - Parameters:
    ///   - facts: the changed facts, the most important first.
    ///   - name: the name of the thing.
    ///   - author: who caused the change; nil if unknown.
    public func sentences(_ facts: [StateFact], of name: String, by author: Author?) -> [Sentence] {
        let said = facts.compactMap { fact -> (fact: StateFact, forms: ChangeWords.Forms, value: String)? in
            guard fact.value != .unknown else { return nil }
            let own = words.forms[.init(fact.name, fact.value)]
            guard let value = own != nil ? fact.words ?? "" : value(of: fact) else { return nil }
            return (fact, own ?? words.forms[.init(fact.name)] ?? words.otherwise, value)
        }
        let what = thing(name)
        let done = said.filter { $0.forms.byPerson != nil }
        let sensed = said.filter { $0.forms.byPerson == nil }.map { item in
            (item.fact, Self.filled(item.forms.alone, what: what, value: item.value))
        }
        guard let main = done.first else { return sensed }
        let form: String
        switch author {
        case .person(let name)?:
            form = Self.filled(main.forms.byPerson ?? main.forms.alone, who: name, what, main.value)
        case .automation(let name)?:
            form = Self.filled(main.forms.byAutomation ?? main.forms.alone, who: name, what, main.value)
        case nil: form = Self.filled(main.forms.alone, what: what, value: main.value)
        }
        let rest = done.dropFirst().map(\.value).filter { !$0.isEmpty }
        return [(main.fact, ([form] + rest).joined(separator: ", "))] + sensed
    }

    /// A sentence about a thing without a fact: "the bedside button was pressed".
    public func sentence(_ predicate: String, of name: String) -> String {
        Self.filled("{what} \(predicate)", what: thing(name), value: "")
    }

    /// The name as part of a sentence: "the front door" with an article, a proper name unchanged.
    public func thing(_ name: String) -> String {
        let parts = name.split(separator: " ").map { $0.lowercased() }
        let isDescribed = parts.allSatisfy { words.common.contains($0) || $0.allSatisfy(\.isNumber) }
        let hasWord = parts.contains { words.common.contains($0) }
        return isDescribed && hasWord ? words.article + parts.joined(separator: " ") : name
    }

    /// The words of a fact. A setpoint has words even while it has no effect.
    private func value(of fact: StateFact) -> String? {
        switch (fact.name, fact.value) {
        case ("heatingTo", .number(let degrees)), ("coolingTo", .number(let degrees)),
            ("targetTemperature", .number(let degrees)):
            "\(Phrase.decimal(degrees, digits: 1)) °C"
        default: fact.words
        }
    }

    private static func filled(_ form: String, who: String, _ what: String, _ value: String) -> String {
        filled(form, what: what, value: value, who: who)
    }

    /// Fills a template in a single pass, because names may contain braces.
    private static func filled(_ form: String, what: String, value: String, who: String = "") -> String {
        var text = ""
        var rest = form[...]
        while let brace = rest.firstIndex(of: "{") {
            text += rest[..<brace]
            rest = rest[brace...]
            let holes = [("{who}", who), ("{what}", what), ("{value}", value)]
            if let (hole, filling) = holes.first(where: { rest.hasPrefix($0.0) }) {
                text += filling
                rest = rest.dropFirst(hole.count)
            } else {
                text += "{"
                rest = rest.dropFirst()
            }
        }
        text += rest
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
