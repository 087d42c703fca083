internal import HearthBase

/// An answer of SDP (RFC 8829, section 5.3.1): the offer's media in their order, refused ones with port 0.
package struct SessionAnswer: Sendable {
    /// An address and port of this machine.
    package struct Candidate: Hashable, Sendable {
        package var address: String
        package var isIPv6: Bool
        package var port: UInt16

        package init(address: String, isIPv6: Bool, port: UInt16) {
            self.address = address
            self.isIPv6 = isIPv6
            self.port = port
        }
    }

    /// The most candidates of an answer.
    package static let mostCandidates = 16

    package var offer: SessionOffer
    package var tracks: SentTracks
    package var credentials: ICECredentials
    /// SHA-256 of the certificate of this end.
    package var fingerprint: [UInt8]
    /// At least one, the preferred first.
    package var candidates: [Candidate]
    /// The numbers of the streams (SSRC).
    package var sources: (video: UInt32, audio: UInt32)
    /// A random number below 2⁶³.
    package var number: UInt64

    package init(
        _ offer: SessionOffer, _ tracks: SentTracks, _ credentials: ICECredentials, fingerprint: [UInt8],
        candidates: [Candidate], sources: (video: UInt32, audio: UInt32), number: UInt64
    ) {
        self.offer = offer
        self.tracks = tracks
        self.credentials = credentials
        self.fingerprint = fingerprint
        self.candidates = Array(candidates.prefix(Self.mostCandidates))
        self.sources = sources
        self.number = number
    }

    /// The answer's text.
    package var text: String {
        let used = tracks.indices
        let mids = used.map { offer.media[$0].mid }.filter { offer.bundled.contains($0) }
        var lines = ["v=0", "o=- \(number) 1 IN IP4 0.0.0.0", "s=-", "t=0 0", "a=ice-lite"]
        if !mids.isEmpty { lines.append("a=group:BUNDLE " + mids.joined(separator: " ")) }
        for index in offer.media.indices {
            if index == tracks.video.index {
                lines += video(isFirst: index == used.first)
            } else if used.contains(index) {
                lines += sound(at: index, isFirst: index == used.first)
            } else {
                lines += refusal(offer.media[index])
            }
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    private func refusal(_ media: OfferedMedia) -> [String] {
        ["m=\(media.kind) 0 \(media.transport) \(media.firstFormat)", "c=IN IP4 0.0.0.0"] + mid(media) + ["a=inactive"]
    }

    private func video(isFirst: Bool) -> [String] {
        let format = tracks.video.format
        let type = format.payloadType
        let profile = format.parameters["profile-level-id"].map { ";profile-level-id=\(digits($0))" } ?? ""
        return section(tracks.video.index, [type], "sendonly", source: sources.video, isFirst: isFirst) + [
            "a=rtpmap:\(type) H264/90000",
            "a=fmtp:\(type) level-asymmetry-allowed=1;packetization-mode=1\(profile)",
            "a=rtcp-fb:\(type) nack", "a=rtcp-fb:\(type) nack pli", "a=rtcp-fb:\(type) ccm fir",
        ]
    }

    /// The camera's sound, the client's, or both. The client's format is the first, so that it is the one that is sent
    /// (RFC 3264, section 7).
    private func sound(at index: Int, isFirst: Bool) -> [String] {
        let spoken = tracks.spoken.map(\.track)
        let used = [spoken, tracks.audio].compactMap(\.self).filter { $0.index == index }.map(\.format)
        let formats = used.count == 2 && used[0].payloadType == used[1].payloadType ? [used[0]] : used
        let direction = used.count == 2 ? "sendrecv" : spoken?.index == index ? "recvonly" : "sendonly"
        let source = direction == "recvonly" ? nil : sources.audio
        let maps = formats.map { format in
            let name =
                format.encoding == "opus" ? "opus/48000/2" : "\(format.encoding.uppercased())/\(format.clockRate)"
            return "a=rtpmap:\(format.payloadType) \(name)"
        }
        return section(index, formats.map(\.payloadType), direction, source: source, isFirst: isFirst) + maps
    }

    /// - Parameter source: the stream's number; nil if nothing is sent.
    private func section(
        _ index: Int, _ payloadTypes: [UInt8], _ direction: String, source: UInt32?, isFirst: Bool
    ) -> [String] {
        let media = offer.media[index]
        let port = candidates.first?.port ?? 9
        let address = candidates.first.map { "\($0.isIPv6 ? "IP6" : "IP4") \($0.address)" } ?? "IP4 0.0.0.0"
        let types = payloadTypes.map(String.init).joined(separator: " ")
        var lines = ["m=\(media.kind) \(port) \(media.transport) \(types)", "c=IN \(address)"]
        lines += mid(media) + ["a=\(direction)", "a=rtcp-mux"]
        if media.hasReducedSize { lines.append("a=rtcp-rsize") }
        lines += [
            "a=ice-ufrag:\(credentials.fragment)", "a=ice-pwd:\(credentials.password)",
            "a=fingerprint:sha-256 " + fingerprint.map { hex($0, digits: 2, uppercase: true) }.joined(separator: ":"),
            "a=setup:passive",
        ]
        if let source {
            lines += ["a=msid:camera \(media.kind)", "a=ssrc:\(source) cname:\(StreamReport.name)"]
        }
        guard isFirst else { return lines }
        for (index, candidate) in candidates.enumerated() {
            // RFC 8445, section 5.1.2.1, with type preference 126 and component 1.
            let priority = 126 << 24 + (65_535 - index) << 8 + 255
            lines.append("a=candidate:\(index + 1) 1 udp \(priority) \(candidate.address) \(candidate.port) typ host")
        }
        return lines + ["a=end-of-candidates"]
    }

    private func mid(_ media: OfferedMedia) -> [String] { media.mid.isEmpty ? [] : ["a=mid:\(media.mid)"] }

    /// The six hexadecimal digits of a profile; what else stands there is not repeated.
    private func digits(_ text: String) -> String {
        text.utf8.count == 6 && text.utf8.allSatisfy { hexValue($0) != nil } ? text : "42e01f"
    }
}
