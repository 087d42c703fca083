/// Splits names into words, to spell them for another language.
package enum NameWords {
    /// The words of a name in any spelling: `device_id`, `PICoolingDemand`, `NOCs`, `k12hr`, `AC_POWER`. A run of
    /// capitals is one word, without its last letter if a small letter follows that is not a plural's `s`. Digits stay
    /// with the letters before them. Words in `whole` are never split (`IPv4`). Letters beyond ASCII are neither capital
    /// nor small.
    package static func split(_ name: String, whole: [String] = []) -> [String] {
        let letters = Array(name.utf8)
        let whole = whole.map { Array($0.utf8) }
        var result: [String] = []
        var current: [UInt8] = []
        func flush() {
            if !current.isEmpty { result.append(String(decoding: current, as: UTF8.self)) }
            current.removeAll(keepingCapacity: true)
        }
        func at(_ index: Int) -> UInt8? { index < letters.count ? letters[index] : nil }
        var index = 0
        while let letter = at(index) {
            if let word = whole.first(where: { letters[index...].starts(with: $0) }) {
                flush()
                result.append(String(decoding: word, as: UTF8.self))
                index += word.count
                continue
            }
            if letter == UInt8(ascii: "_") {
                flush()
            } else {
                if isCapital(letter), startsWord(current.last, at(index + 1), at(index + 2)) { flush() }
                current.append(letter)
            }
            index += 1
        }
        flush()
        return result
    }

    /// Whether a capital starts a word, given the letter before it and the two after it.
    private static func startsWord(_ before: UInt8?, _ next: UInt8?, _ afterNext: UInt8?) -> Bool {
        guard let before else { return false }
        if isSmall(before) { return true }
        guard isSmall(next) else { return false }
        let isPlural = next == UInt8(ascii: "s") && isCapital(before) && !isSmall(afterNext)
        return !isPlural
    }

    private static func isCapital(_ letter: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
    }

    private static func isSmall(_ letter: UInt8?) -> Bool {
        letter.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
    }
}
