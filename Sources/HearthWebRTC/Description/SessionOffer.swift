package import HearthCameraMedia

/// A client's offer of SDP (RFC 8829), as far as the sender of a camera's stream needs it. The client's candidates are
/// not read: with ICE-lite, the client finds the way.
package struct SessionOffer: Hashable, Sendable {
    /// The media, in the offer's order.
    package var media: [OfferedMedia]
    /// The `mid`s that share one transport (RFC 9143).
    package var bundled: Set<String>
    /// The client's ICE user name fragment.
    package var fragment: String
    /// SHA-256 of the client's certificate.
    package var fingerprint: [UInt8]

    /// The most media of an offer.
    private static let mostMedia = 8

    /// Reads an offer.
    ///
    /// - Throws: ``CameraSessionError`` that says what is wrong with it.
    package init(_ text: String) throws(CameraSessionError) {
        guard text.utf8.count <= CameraSession.mostDescriptionBytes else {
            throw Self.malformed("the offer has more than \(CameraSession.mostDescriptionBytes) bytes")
        }
        guard let lines = DescriptionLines(text) else { throw Self.malformed("the offer is no SDP") }
        let sections = lines.sections.dropFirst()
        guard (1...Self.mostMedia).contains(sections.count) else {
            throw Self.malformed("the offer has \(sections.count) media instead of 1 to \(Self.mostMedia)")
        }
        media = []
        for section in sections {
            guard let medium = OfferedMedia(section) else {
                throw Self.malformed("a line of the offer that begins with m= is not well-formed")
            }
            media.append(medium)
        }
        bundled = []
        for group in DescriptionLines.values(of: "group", in: lines.sections[0]) {
            let words = group.split(separator: " ")
            guard words.first == "BUNDLE" else { continue }
            bundled = Set(words.dropFirst().map(String.init))
        }
        // Those of the first medium that has them: media in a bundle have the same ones.
        func first(_ attribute: String) -> [Substring] {
            (sections + [lines.sections[0]]).lazy.map { DescriptionLines.values(of: attribute, in: $0) }
                .first { !$0.isEmpty } ?? []
        }
        guard let fragment = first("ice-ufrag").first, (4...256).contains(fragment.utf8.count) else {
            throw Self.malformed("the offer has no a=ice-ufrag")
        }
        self.fragment = String(fragment)
        guard let fingerprint = first("fingerprint").lazy.compactMap(Self.fingerprint).first else {
            throw Self.unfit("the offer has no SHA-256 in a=fingerprint, so its client could not be recognized")
        }
        self.fingerprint = fingerprint
        guard first("setup").first != "passive" else {
            throw Self.unfit("the offer says a=setup:passive, but its client must begin the DTLS handshake")
        }
    }

    /// Reads "sha-256 AB:CD:…"; nil for other hashes.
    private static func fingerprint(_ value: Substring) -> [UInt8]? {
        let words = value.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "sha-256" else { return nil }
        let bytes = words[1].split(separator: ":").compactMap { $0.count == 2 ? UInt8($0, radix: 16) : nil }
        return bytes.count == 32 ? bytes : nil
    }

    private static func malformed(_ what: String) -> CameraSessionError {
        CameraSessionError(.malformed, what, wayOut: "send what createOffer() of a WebRTC client gives")
    }

    static func unfit(_ what: String) -> CameraSessionError {
        CameraSessionError(.notSupported, what, wayOut: "use a WebRTC client of today, such as a browser")
    }
}
