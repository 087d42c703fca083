/// A track of a camera's stream, as its description has it.
package struct MediaTrack: Hashable, Sendable {
    /// The codecs that are handed on.
    package enum Codec: Hashable, Sendable {
        case h264, h265, pcmu, pcma, opus, aac

        var isVideo: Bool { self == .h264 || self == .h265 }

        /// The codecs by their names in descriptions, in upper case (RFC 6184, 7798, 3551, 7587 and 3640).
        static let names: [String: Codec] = [
            "H264": .h264, "H265": .h265, "PCMU": .pcmu, "PCMA": .pcma, "OPUS": .opus, "MPEG4-GENERIC": .aac,
        ]
        /// The payload types that need no name (RFC 3551, section 6).
        static let fixed: [UInt8: Codec] = [0: .pcmu, 8: .pcma]
    }

    package var codec: Codec
    package var payloadType: UInt8
    /// Units of the timestamps in a second; at least 1.
    package var clockRate: Int
    package var channels: Int
    /// The values of `fmtp`, by names in lower case.
    package var parameters: [String: String]
    /// The value of `control`; nil if there is none.
    package var control: String?

    package init(
        codec: Codec, payloadType: UInt8, clockRate: Int, channels: Int = 1, parameters: [String: String] = [:],
        control: String? = nil
    ) {
        self.codec = codec
        self.payloadType = payloadType
        self.clockRate = clockRate
        self.channels = channels
        self.parameters = parameters
        self.control = control
    }
}
