internal import HearthWire

/// A part of a device as its ecosystem has it: a light, a measured value, a setting. A part that is shown is one or more
/// endpoints of the device.
public struct DeviceEntity: Hashable, Sendable {
    /// The importance of an entity.
    public enum Category: Hashable, Sendable {
        /// What the device is for.
        case main
        /// A setting of the device.
        case setting
        /// A value about the device itself, such as its signal strength.
        case diagnostic
        /// A category that this version doesn't know.
        case unknown
    }

    /// Why an entity is left out.
    public enum LeftOut: Hashable, Sendable {
        /// It is left out until a person shows it.
        case turnedOff
        /// The hub has no trait for it, as the text says in English.
        case unsupported(String)
        /// The device has more parts than the hub takes of one device.
        case tooMany
        /// A reason that this version doesn't know.
        case unknown
    }

    /// Identifies it in its device.
    public let key: String
    /// The name in its ecosystem, without the device's.
    public let name: String
    /// The importance of the entity.
    public let category: Category
    /// Why the home does not have it; nil if it does.
    public let leftOut: LeftOut?
    /// Whether ``HubIntegrations/show(_:_:ofDevice:)`` can add it or leave it out.
    public let isChoice: Bool
    /// Whether the device does not confirm commands: the state that is shown may be the one that the hub last commanded.
    public let isAssumed: Bool

    /// Whether the home has it.
    public var isShown: Bool { leftOut == nil }
}

extension DeviceEntity {
    init(_ message: Hearth_V1_DeviceEntity) {
        let category: Category =
            switch message.category {
            case .main: .main
            case .setting: .setting
            case .diagnostic: .diagnostic
            case .unspecified, .unrecognized: .unknown
            }
        let leftOut: LeftOut =
            switch message.leftOut {
            case .turnedOff: .turnedOff
            case .unsupported: .unsupported(message.leftOutReason)
            case .tooMany: .tooMany
            case .unspecified, .unrecognized: .unknown
            }
        self.init(
            key: message.key, name: message.name, category: category, leftOut: message.isShown ? nil : leftOut,
            isChoice: message.isChoice, isAssumed: message.isAssumed)
    }
}
