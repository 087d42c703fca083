package import HearthCameraMedia

/// A client's offer of SDP (RFC 8829), as far as the sender of a camera's stream needs it. The client's candidates are
/// not read: with ICE-lite, the client finds the way.
package struct SessionOffer: Hashable, Sendable {
    /// The media, in the offer's order.
    package var media: [OfferedMedia]
    /// The `mid`s that share one transport (RFC 9143).
    package var bundled: Set<String>
    /// What the offer says of the transport of all media that do not say it themselves.
    private let session: OfferedTransport

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
        session = OfferedTransport(lines.sections[0])
    }

    /// The user name and the certificate of a medium's client. A bundle's transport is that of the first medium in it
    /// that is sent (RFC 9143, section 7.3). A medium without attributes of its own has those of its bundle, else the
    /// session's.
    ///
    /// - Throws: ``CameraSessionError`` if the offer does not say it, or its client does not begin the handshake.
    func transport(of index: Int) throws(CameraSessionError) -> SentTracks.Transport {
        let own = media[index]
        let others = media.filter { bundled.contains(own.mid) && bundled.contains($0.mid) }
        let all = ([own] + others).map(\.description) + [session]
        guard let fragment = all.lazy.compactMap(\.fragment).first else {
            throw Self.malformed("the offer has no a=ice-ufrag of 4 to 256 characters")
        }
        guard let fingerprint = all.lazy.compactMap(\.fingerprint).first else {
            throw Self.unfit("the offer has no SHA-256 in a=fingerprint, so its client could not be recognized")
        }
        guard all.lazy.compactMap(\.setup).first != "passive" else {
            throw Self.unfit("the offer says a=setup:passive, but its client must begin the DTLS handshake")
        }
        return SentTracks.Transport(fragment: fragment, fingerprint: fingerprint)
    }

    private static func malformed(_ what: String) -> CameraSessionError {
        CameraSessionError(.malformed, what, wayOut: "send what createOffer() of a WebRTC client gives")
    }

    static func unfit(_ what: String) -> CameraSessionError {
        CameraSessionError(.notSupported, what, wayOut: "use a WebRTC client of today, such as a browser")
    }
}
