/// A medium of an offer: one `m=` line and what belongs to it.
package struct OfferedMedia: Hashable, Sendable {
    /// What a payload type stands for.
    package struct Format: Hashable, Sendable {
        /// 0 to 127.
        package var payloadType: UInt8
        /// The encoding's name in lower case, such as "h264" or "opus".
        package var encoding: String
        /// Ticks in a second.
        package var clockRate: Int
        package var channels = 1
        /// The parameters of `a=fmtp`, with names in lower case.
        package var parameters: [String: String] = [:]
    }

    /// "audio", "video" or "application".
    package var kind: String
    /// The transport, such as "UDP/TLS/RTP/SAVPF".
    package var transport: String
    /// The first format of the line as it stands, which a refusal repeats.
    package var firstFormat: String
    /// Whether the client has refused it itself, with port 0.
    package var isRefused: Bool
    package var mid: String
    /// Whether the client wants to receive.
    package var receives: Bool
    /// Whether the client may send.
    package var sends: Bool
    /// Whether RTP and RTCP share a port (RFC 5761).
    package var isMultiplexed: Bool
    /// Whether RTCP may be sent without reports (RFC 5506).
    package var hasReducedSize: Bool
    /// By the client's preference.
    package var formats: [Format]
    let description: OfferedTransport

    /// The formats without `a=rtpmap` (RFC 3551, section 6).
    private static let fixed: [UInt8: (encoding: String, clockRate: Int)] = [0: ("pcmu", 8_000), 8: ("pcma", 8_000)]
    /// The most formats of a line that are read.
    private static let mostFormats = 64

    /// - Parameter section: the lines from `m=` on.
    /// - Returns: nil if it is not well-formed.
    init?(_ section: [DescriptionLines.Line]) {
        func values(_ attribute: String) -> [Substring] { DescriptionLines.values(of: attribute, in: section) }
        let words = section.first?.value.split(separator: " ") ?? []
        guard words.count >= 4, words.allSatisfy(DescriptionLines.isToken), let port = UInt16(words[1]) else {
            return nil
        }
        (kind, transport, firstFormat) = (String(words[0]), String(words[2]), String(words[3]))
        isRefused = port == 0
        mid = values("mid").first.map(String.init) ?? ""
        guard mid.isEmpty || DescriptionLines.isToken(mid) else { return nil }
        receives = values("sendonly").isEmpty && values("inactive").isEmpty
        sends = values("recvonly").isEmpty && values("inactive").isEmpty
        isMultiplexed = !values("rtcp-mux").isEmpty
        hasReducedSize = !values("rtcp-rsize").isEmpty
        description = OfferedTransport(section)
        var known: [UInt8: Format] = [:]
        for value in values("rtpmap").prefix(2 * Self.mostFormats) {
            guard let format = Self.format(value) else { continue }
            known[format.payloadType] = format
        }
        for value in values("fmtp").prefix(2 * Self.mostFormats) {
            let parts = value.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let type = UInt8(parts[0]) else { continue }
            known[type]?.parameters = Self.parameters(parts[1])
        }
        formats = words.dropFirst(3).prefix(Self.mostFormats).compactMap { word in
            guard let type = UInt8(word), type < 128 else { return nil }
            return known[type]
                ?? Self.fixed[type].map { Format(payloadType: type, encoding: $0.encoding, clockRate: $0.clockRate) }
        }
    }

    /// Reads "96 H264/90000" or "111 opus/48000/2".
    private static func format(_ value: Substring) -> Format? {
        let parts = value.split(separator: " ")
        guard parts.count == 2, let type = UInt8(parts[0]), type < 128 else { return nil }
        let names = parts[1].split(separator: "/")
        guard (2...3).contains(names.count), DescriptionLines.isToken(names[0]), let rate = UInt32(names[1]), rate > 0
        else { return nil }
        return Format(
            payloadType: type, encoding: names[0].lowercased(), clockRate: Int(rate),
            channels: names.count == 3 ? Int(UInt8(names[2]) ?? 1) : 1)
    }

    private static func parameters(_ text: Substring) -> [String: String] {
        var parameters: [String: String] = [:]
        for pair in text.split(separator: ";").prefix(32) {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = parts[0].drop { $0 == " " }.lowercased()
            parameters[name] = String(parts[1].prefix { $0 != " " })
        }
        return parameters
    }
}
