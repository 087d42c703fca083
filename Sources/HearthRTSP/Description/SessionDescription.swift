/// A camera's description of its stream (RFC 4566, RFC 2326, appendix C), with the tracks that are handed on: the first
/// video track and the first audio track of a known codec.
package struct SessionDescription: Hashable, Sendable {
    /// The value of `control` of the whole session.
    package var control: String?
    package var video: MediaTrack?
    package var audio: MediaTrack?
    /// The formats of the track by which people talk to the camera, in its order; empty if it has none.
    package var speaker: [MediaTrack] = []
    /// The names of the codecs that are not handed on, for messages; at most eight.
    package var otherCodecs: [String] = []

    /// The longest description, in bytes.
    package static let mostBytes = 16 << 10
    private static let mostMedia = 32
    private static let mostParameters = 32
    private static let mostRate = 1_000_000

    /// A section of the description that begins with `m=`.
    private struct Section {
        var kind: Substring
        var payloadTypes: [UInt8]
        /// The values of `rtpmap` and `fmtp` by payload type.
        var maps: [UInt8: Substring] = [:]
        var formats: [UInt8: Substring] = [:]
        var control: Substring?
        var isSendOnly = false
        var isReceiveOnly = false
    }

    init(
        control: String? = nil, video: MediaTrack? = nil, audio: MediaTrack? = nil, otherCodecs: [String] = []
    ) {
        self.control = control
        self.video = video
        self.audio = audio
        self.otherCodecs = otherCodecs
    }

    /// Reads a description. Lines that can't be read are left out, because cameras send them.
    ///
    /// - Throws: ``RTSPError`` `.malformed` if the description is too long.
    package init(_ bytes: [UInt8]) throws(RTSPError) {
        guard bytes.count <= Self.mostBytes else {
            throw RTSPError(
                .malformed, "the camera's description is longer than \(Self.mostBytes) bytes", wayOut: "try again")
        }
        var sections: [Section] = []
        // Sections beyond the limit are not read.
        reading: for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard line.count >= 2, line.dropFirst().first == "=" else { continue }
            let value = line.dropFirst(2)
            switch line.first {
            case "m":
                guard sections.count < Self.mostMedia else { break reading }
                let words = value.split(separator: " ")
                sections.append(
                    Section(
                        kind: words.first ?? "", payloadTypes: words.dropFirst(3).prefix(16).compactMap { UInt8($0) }))
            case "a":
                if sections.isEmpty {
                    if value.hasPrefix("control:") { control = control ?? Self.content(of: value) }
                } else {
                    Self.read(value, &sections[sections.count - 1])
                }
            default: break
            }
        }
        choose(sections)
    }

    private static func read(_ attribute: Substring, _ section: inout Section) {
        let name = attribute.prefix { $0 != ":" }
        let value = attribute.dropFirst(name.count + 1).drop { $0 == " " }
        switch name {
        case "sendonly": section.isSendOnly = true
        case "recvonly": section.isReceiveOnly = true
        case "control": section.control = section.control ?? Substring(content(of: attribute))
        case "rtpmap", "fmtp":
            guard let type = UInt8(value.prefix { $0.isASCII && $0.isNumber }) else { return }
            let rest = value.drop { $0 != " " }.drop { $0 == " " }
            if name == "rtpmap" { section.maps[type] = rest } else { section.formats[type] = rest }
        default: break
        }
    }

    private static func content(of attribute: Substring) -> String {
        String(attribute.drop { $0 != ":" }.dropFirst().drop { $0 == " " }.prefix { $0 != " " && $0 != "\r" })
    }

    private mutating func choose(_ sections: [Section]) {
        // A track to talk to the camera says "sendonly", as the client sees it. Some cameras say it of all tracks that
        // they send, as they see it themselves.
        let isVideoSendOnly = sections.first { $0.kind == "video" }?.isSendOnly ?? false
        let spoken = sections.first { $0.kind == "audio" && (isVideoSendOnly ? $0.isReceiveOnly : $0.isSendOnly) }
        speaker = spoken.map { section in section.payloadTypes.compactMap { Self.track(section, $0) } } ?? []
        for section in sections {
            let isVideo = section.kind == "video"
            guard isVideo || section.kind == "audio",
                isVideo || (isVideoSendOnly ? !section.isReceiveOnly : !section.isSendOnly)
            else { continue }
            for type in section.payloadTypes {
                guard let track = Self.track(section, type), track.codec.isVideo == isVideo else {
                    if otherCodecs.count < 8 { otherCodecs.append(Self.name(section, type)) }
                    continue
                }
                if isVideo { video = video ?? track } else { audio = audio ?? track }
            }
        }
    }

    private static func name(_ section: Section, _ type: UInt8) -> String {
        section.maps[type].map { String($0.prefix { $0 != "/" && $0 != " " }.prefix(32)) } ?? "payload type \(type)"
    }

    private static func track(_ section: Section, _ type: UInt8) -> MediaTrack? {
        let parts = section.maps[type]?.split(separator: "/") ?? []
        let named = parts.first.flatMap { MediaTrack.Codec.names[$0.uppercased()] }
        guard let codec = parts.isEmpty ? MediaTrack.Codec.fixed[type] : named else { return nil }
        let usual = codec.isVideo ? 90_000 : codec == .opus ? 48_000 : 8_000
        let rate = parts.dropFirst().first.flatMap { Int($0.filter { $0 != " " }) } ?? usual
        let channels = parts.dropFirst(2).first.flatMap { Int($0.filter { $0 != " " }) } ?? 1
        return MediaTrack(
            codec: codec, payloadType: type, clockRate: (1...mostRate).contains(rate) ? rate : usual,
            channels: (1...8).contains(channels) ? channels : 1, parameters: parameters(section.formats[type] ?? ""),
            control: section.control.map { String($0) })
    }

    private static func parameters(_ text: Substring) -> [String: String] {
        var parameters: [String: String] = [:]
        for part in text.split(separator: ";").prefix(mostParameters) {
            let part = part.drop { $0 == " " }
            let name = part.prefix { $0 != "=" }
            parameters[name.lowercased()] = String(part.dropFirst(name.count + 1).prefix { $0 != " " && $0 != "\r" })
        }
        return parameters
    }
}
