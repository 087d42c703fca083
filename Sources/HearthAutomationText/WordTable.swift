internal import HearthAutomation
internal import HearthTraitDescriptors

/// Names for numbers, in both directions. A number without a usable, unique name is written as a number, so that a text
/// is always read back unchanged.
struct WordTable: Sendable {
    private let names: [UInt64: String]
    private let exact: [String: UInt64]
    /// By lower-case name; nil if several numbers share it.
    private let folded: [String: UInt64?]

    init(_ pairs: [(number: UInt64, name: String)]) {
        let usable = pairs.filter { Self.isWord($0.name) }
        names = Dictionary(usable.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
        var folded: [String: UInt64?] = [:]
        var exact: [String: UInt64] = [:]
        var twice: Set<String> = []
        for (number, name) in usable {
            if let other = exact.updateValue(number, forKey: name), other != number { twice.insert(name) }
            let key = name.lowercased()
            if let other = folded[key], other != number {
                folded[key] = .some(nil)
            } else {
                folded[key] = number
            }
        }
        for name in twice { exact[name] = nil }
        self.exact = exact
        self.folded = folded
    }

    var words: [String] { names.values.sorted() }

    /// The name of a number, or the number itself.
    func word(_ number: UInt64) -> String {
        if let name = names[number], exact[name] == number { return name }
        return number > 0xFFFF ? "0x" + String(number, radix: 16) : String(number)
    }

    /// The name of a number; nil if it has none that is read back as this number.
    func name(_ number: UInt64) -> String? { names[number].flatMap { exact[$0] == number ? $0 : nil } }

    /// The number that a word names.
    func number(_ word: String) -> UInt64? {
        if let number = exact[word] ?? folded[word.lowercased()] ?? nil { return number }
        return word.hasPrefix("0x") ? UInt64(word.dropFirst(2), radix: 16) : UInt64(word)
    }

    /// Whether a name can be written without quotes and is not a reserved word.
    private static func isWord(_ name: String) -> Bool {
        guard let first = name.utf8.first, TextScanner.isWord(first), !(0x30...0x39).contains(first) else {
            return false
        }
        return name.utf8.allSatisfy(TextScanner.isWord) && !TextWords.reserved.contains(name.lowercased())
    }
}

extension WordTable {
    init(_ fields: [FieldDescriptor]) { self.init(fields.map { (UInt64($0.id), $0.name) }) }
    init(_ type: EnumDescriptor) { self.init(type.cases.map { ($0.value, $0.name) }) }
    /// Only single bits; a mask of several bits holds a number and is written as one.
    init(_ type: BitmapDescriptor) {
        self.init(type.fields.filter { $0.mask.nonzeroBitCount == 1 }.map { ($0.mask, $0.name) })
    }
}
