internal import HearthWire

/// The state of a network into which new devices are let.
public struct JoiningState: Hashable, Sendable {
    /// Whether new devices can join.
    public let isOpen: Bool
    /// When the network closes by its machine's clock, in seconds since 1970; nil if it is closed, or that is not known.
    public let closesAt: Double?
    /// The devices that have joined since the network was opened, the first one first. At most 64.
    public let devices: [JoiningDevice]
}

/// A device that joins a network.
public struct JoiningDevice: Hashable, Sendable, Identifiable {
    /// How far a device is.
    public enum Stage: Hashable, Sendable {
        /// It is in the network.
        case joined
        /// It is asked what it is.
        case asking
        /// It is the device of the hub with this ID.
        case ready(deviceID: String)
        /// Its ecosystem does not know its model.
        case unsupported
        /// It did not answer the questions.
        case failed
        /// A stage that this version doesn't know.
        case unknown
    }

    /// Identifies it among those that join.
    public let id: String
    /// The name in its ecosystem, often its address.
    public let name: String
    /// How far it is.
    public let stage: Stage
    /// Its maker; nil until it is known.
    public let maker: String?
    /// Its model; nil until it is known.
    public let model: String?
}

extension JoiningState {
    init(_ message: Hearth_V1_JoinDevicesResponse) {
        self.init(
            isOpen: message.isOpen, closesAt: message.closesAt.map { $0.sinceEpoch / .seconds(1) },
            devices: message.devices.map { JoiningDevice($0) })
    }
}

extension JoiningDevice {
    init(_ message: Hearth_V1_JoiningDevice) {
        let stage: Stage =
            switch message.stage {
            case .joined: .joined
            case .asking: .asking
            case .ready: .ready(deviceID: message.deviceID)
            case .unsupported: .unsupported
            case .failed: .failed
            case .unspecified, .unrecognized: .unknown
            }
        self.init(
            id: message.key, name: message.name, stage: stage, maker: message.maker.isEmpty ? nil : message.maker,
            model: message.model.isEmpty ? nil : message.model)
    }
}
