/// A program that may send words: where it is, and for whom it speaks. The protocol has no authentication.
package struct WyomingPeer: Hashable, Sendable {
    /// Its IP address.
    package let host: String
    /// The name of the person whose rights its words have.
    package let person: String
    /// The name of the room in which it is; nil if unknown.
    package let room: String?
    /// Whether its words may unlock and open what guards the home.
    package let mayOpen: Bool

    /// Reads "ADDRESS=PERSON", "ADDRESS=PERSON/ROOM", and each with "+unlock" at the end.
    ///
    /// - Returns: nil for another form.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        var who = Self.trimmed(parts[1])
        let unlock = "+unlock"
        mayOpen = who.hasSuffix(unlock)
        if mayOpen { who = Self.trimmed(who.dropLast(unlock.count)) }
        let names = who.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        host = Self.trimmed(parts[0]).lowercased()
        person = Self.trimmed(names[0])
        room = names.count > 1 ? Self.trimmed(names[1]) : nil
        guard Self.isAddress(host), !person.isEmpty, room?.isEmpty != true else { return nil }
    }

    /// Whether a text has the letters of an IP address. A host's name would match no peer.
    private static func isAddress(_ text: String) -> Bool {
        text.contains { ".:".contains($0) } && text.allSatisfy { ".:".contains($0) || $0.isHexDigit && $0.isASCII }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
