/// The NAL units of a codec.
enum VideoCodec: Hashable, Sendable {
    case h264, h265

    /// What a NAL unit has.
    enum Content: Hashable, Sendable {
        /// A part of a picture, which a decoder can begin with if it is a key.
        case picture(isKey: Bool)
        /// A parameter set, of this NAL unit type.
        case parameters(UInt8)
        /// Nothing that a decoder needs, such as a delimiter or a camera's own data.
        case other
    }

    /// The bytes of a unit's head.
    var headBytes: Int { self == .h264 ? 1 : 2 }

    /// The type of a unit (H.264, table 7-1; H.265, table 7-1).
    ///
    /// - Parameter first: the first byte of the unit.
    func type(_ first: UInt8) -> UInt8 { self == .h264 ? first & 0x1F : first >> 1 & 0x3F }

    /// Slices in partitions, which cameras don't send, are not handed on.
    func content(_ type: UInt8) -> Content {
        switch (self, type) {
        case (.h264, 1): .picture(isKey: false)
        case (.h264, 5): .picture(isKey: true)
        case (.h264, 7...8): .parameters(type)
        case (.h265, 0...9): .picture(isKey: false)
        case (.h265, 16...21): .picture(isKey: true)
        case (.h265, 32...34): .parameters(type)
        default: .other
        }
    }

    /// The types of parameter sets, in the order of a decoder's record.
    var parameterTypes: [UInt8] { self == .h264 ? [7, 8] : [32, 33, 34] }
}
