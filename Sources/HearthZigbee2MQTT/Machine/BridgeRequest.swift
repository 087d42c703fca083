internal import HearthJSON
internal import HearthTraitCore

/// A request to the bridge itself (zigbee2mqtt's documentation, "MQTT topics and messages"). Devices are named by their
/// ids.
package enum BridgeRequest: Hashable, Sendable {
    /// Lets new devices in for a number of seconds, at most ``longestJoin``; 0 ends it.
    case permitJoin(seconds: Int)
    /// Removes a device from the network. By force also one that doesn't answer.
    case remove(deviceID: String, isForced: Bool)
    case rename(deviceID: String, to: String)
    case interview(deviceID: String)
    case configure(deviceID: String)
    case checkUpdate(deviceID: String)
    case installUpdate(deviceID: String)
    case restart

    /// The most seconds for which a network can be opened, a limit of Zigbee.
    package static let longestJoin = 254

    var deviceID: String? {
        switch self {
        case .permitJoin, .restart: nil
        case .remove(let deviceID, _), .rename(let deviceID, _), .interview(let deviceID), .configure(let deviceID),
            .checkUpdate(let deviceID), .installUpdate(let deviceID):
            deviceID
        }
    }

    /// The end of the topic.
    var path: String {
        switch self {
        case .permitJoin: "permit_join"
        case .remove: "device/remove"
        case .rename: "device/rename"
        case .interview: "device/interview"
        case .configure: "device/configure"
        case .checkUpdate: "device/ota_update/check"
        case .installUpdate: "device/ota_update/update"
        case .restart: "restart"
        }
    }

    /// What it says besides the device.
    var data: [String: JSONValue] {
        switch self {
        case .permitJoin(let seconds): ["time": .number(Double(seconds))]
        case .remove(_, let isForced): ["force": .bool(isForced), "block": .bool(false)]
        case .rename(_, let name): ["to": .string(name)]
        case .interview, .configure, .checkUpdate, .installUpdate, .restart: [:]
        }
    }

    var patience: Duration {
        switch self {
        // Devices that sleep answer when they wake.
        case .interview, .checkUpdate: .seconds(60)
        case .permitJoin, .remove, .rename, .configure, .installUpdate, .restart: Zigbee2MQTTMachine.patience
        }
    }

    /// Whether silence until the end is no failure.
    var isDoneAtEnd: Bool { if case .installUpdate = self { true } else { false } }

    func check() throws(TraitError) {
        switch self {
        case .permitJoin(let seconds):
            guard (0...Self.longestJoin).contains(seconds) else {
                throw TraitError(
                    .constraintError, "a network is open for 0 to \(Self.longestJoin) s, not for \(seconds) s")
            }
        case .rename(_, let name):
            guard TopicName.isValid(name) else {
                throw TraitError(
                    .constraintError,
                    "\(quotedBeginning(name)) is no name for zigbee2mqtt; use one without + and #, and without a slash at an end")
            }
        case .remove, .interview, .configure, .checkUpdate, .installUpdate, .restart: break
        }
    }
}
