// Python's texts are sequences of Unicode scalars. Swift's characters may hold several, and Swift's `==` takes composed
// and decomposed letters for equal.

extension String {
    /// The text of scalars.
    init(_ scalars: some Sequence<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }

    /// Whether the texts have the same scalars.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The text without white space at its ends.
    var stripped: String { stripped { $0.isPythonSpace } }

    /// The text without scalars at the ends that fulfil a condition.
    func stripped(
        left: Bool = true, right: Bool = true, where isOut: (Unicode.Scalar) -> Bool
    ) -> String {
        var rest = Substring(self).unicodeScalars
        while left, let first = rest.first, isOut(first) { rest.removeFirst() }
        while right, let last = rest.last, isOut(last) { rest.removeLast() }
        return String(rest)
    }
}

extension Unicode.Scalar {
    /// Python's `str.isspace`, which adds four separators to Unicode's white space.
    var isPythonSpace: Bool {
        value < 0x80
            ? value == 0x20 || (0x9...0xD).contains(value) || (0x1C...0x1F).contains(value) : properties.isWhitespace
    }

    /// Python's `str.isprintable`: neither "other" nor a separator, except the space.
    var isPythonPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: self == " "
        default: true
        }
    }
}

extension [UInt8] {
    /// The offsets at which a pattern occurs, without overlaps. The time is linear in both lengths, by the algorithm of
    /// Knuth, Morris and Pratt.
    ///
    /// - Parameters:
    ///   - pattern: not empty; an empty one occurs nowhere.
    ///   - most: the most offsets to return.
    func positions(of pattern: [UInt8], most: Int = .max) -> [Int] {
        guard !pattern.isEmpty, pattern.count <= count else { return [] }
        /// For each count of matched bytes but none, how many match still if the next byte does not.
        var fallbacks = [0]
        var matched = 0
        for byte in pattern.dropFirst() {
            while matched > 0, pattern[matched] != byte { matched = fallbacks[matched - 1] }
            if pattern[matched] == byte { matched += 1 }
            fallbacks.append(matched)
        }
        var found: [Int] = []
        matched = 0
        for (index, byte) in enumerated() {
            if found.count == most { break }
            while matched > 0, pattern[matched] != byte { matched = fallbacks[matched - 1] }
            if pattern[matched] == byte { matched += 1 }
            if matched == pattern.count {
                found.append(index + 1 - pattern.count)
                matched = 0
            }
        }
        return found
    }
}
