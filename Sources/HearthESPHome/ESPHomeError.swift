internal import HearthEntities
package import HearthEventLoop

/// A connection to a device of ESPHome failed, or a request to it.
package struct ESPHomeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure, by which an owner decides what to ask people for.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// Nothing answers at the address.
        case unreachable
        /// The device did not answer in time.
        case timedOut
        /// The device wants encryption, and no key is known.
        case needsKey
        /// The device has another key.
        case wrongKey
        /// The device wants a password, as firmware before 2026.1 could.
        case needsPassword
        /// The device refuses the password.
        case wrongPassword
        /// The device has no encryption, but a key is known.
        case hasNoEncryption
        /// Another device answers at the address.
        case wrongDevice
        /// The device has no MAC address, by which it could be recognized.
        case noIdentity
        /// The device's API has another major version.
        case unsupportedVersion
        /// The encrypted connection could not be set up, for a reason other than the key.
        case handshakeFailed
        /// The device's bytes are not those of the API.
        case malformed
        /// The device ended the connection.
        case disconnected
        /// The link was stopped.
        case stopped
        /// The device has no such entity.
        case unknownEntity
        /// The entity can't do what the command asks for.
        case unsupportedCommand
        /// The device refused its new key.
        case keyRefused
        /// An action of the firmware reported an error, or did not report its end.
        case actionFailed
    }

    /// The kind of failure.
    package let code: Code
    /// What failed, without the way out.
    package let message: String
    /// What a person can do about it.
    package let wayOut: String
    /// The failure of the connection that led to it, if one did.
    package let cause: LoopError?

    /// Creates an error.
    ///
    /// - Parameter wayOut: what a person can do about it; nil for the usual of the code.
    package init(_ code: Code, _ message: String, wayOut: String? = nil, cause: LoopError? = nil) {
        self.code = code
        self.message = message
        self.wayOut = wayOut ?? code.usualWayOut
        self.cause = cause
    }

    package var description: String { "\(message); \(wayOut)" }
}

extension ESPHomeError.Code {
    /// What a person can usually do about such a failure.
    fileprivate var usualWayOut: String {
        switch self {
        case .unreachable: "check the address, and that the device has power and is in this network"
        case .timedOut, .disconnected: "try again; the device may be busy or restarting"
        case .needsKey: "give the key that follows \"key:\" below api: encryption: in the device's configuration"
        case .wrongKey, .keyRefused:
            "give the present key: it follows \"key:\" below api: encryption: in the device's configuration"
        case .needsPassword, .wrongPassword:
            "give the one that follows \"password:\" below api: in the device's configuration, or replace it there by "
                + "encryption: and update the firmware"
        case .hasNoEncryption:
            "if the hub was to give the device this key, remove it and add it again; else leave the key empty, or add one "
                + "to the device's configuration"
        case .wrongDevice: "correct the address"
        case .noIdentity: "update the device's firmware"
        case .unsupportedVersion: "update Hearth"
        case .malformed: "check that the address and the port are those of a device of ESPHome"
        case .handshakeFailed: "try again, and check the address"
        case .stopped, .unknownEntity, .unsupportedCommand: "try again"
        case .actionFailed: "see the device's log"
        }
    }
}

extension ESPHomeError {
    /// What the failure means for the connection's health: those that pass by themselves need no attention.
    var health: LinkHealth {
        switch code {
        case .unreachable, .timedOut, .handshakeFailed, .malformed, .disconnected, .stopped, .unknownEntity,
            .unsupportedCommand, .actionFailed:
            .offline(reason: message)
        case .needsKey, .wrongKey, .keyRefused, .needsPassword, .wrongPassword, .hasNoEncryption, .wrongDevice,
            .noIdentity, .unsupportedVersion:
            .needsAttention(reason: message, wayOut: wayOut)
        }
    }
}
