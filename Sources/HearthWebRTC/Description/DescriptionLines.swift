/// The lines of a session description (RFC 8866, section 5), by sections: the session's, then one for each medium.
struct DescriptionLines {
    /// The lines before the first `m=`, then those from each `m=` on.
    let sections: [[Line]]

    struct Line: Hashable {
        /// The letter before the equals sign.
        let type: Character
        let value: Substring
    }

    /// Nil for what is not lines of a letter, an equals sign and a value in UTF-8.
    init?(_ text: String) {
        var sections: [[Line]] = [[]]
        for line in text.split(whereSeparator: \.isNewline) {
            guard let type = line.first, line.dropFirst().first == "=" else { return nil }
            if type == "m" { sections.append([]) }
            sections[sections.count - 1].append(Line(type: type, value: line.dropFirst(2)))
        }
        guard sections[0].first == Line(type: "v", value: "0") else { return nil }
        self.sections = sections
    }

    /// The values of an attribute in a section, in their order. An attribute without a value has an empty one.
    static func values(of attribute: String, in section: [Line]) -> [Substring] {
        section.compactMap { line in
            guard line.type == "a" else { return nil }
            if line.value == attribute { return "" }
            guard line.value.hasPrefix(attribute + ":") else { return nil }
            return line.value.dropFirst(attribute.count + 1)
        }
    }

    /// Whether a text is a token of RFC 8866, section 9, and at most 64 characters long.
    static func isToken(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "!#$%&'*+-.^_`{|}~/".utf8.contains(byte)
                }
            }
    }
}
