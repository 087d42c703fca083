internal import HearthEntities
package import HearthEventLoop

/// A connection to a device of ESPHome failed, or a request to it.
package struct ESPHomeError: Error, Hashable, Sendable, CustomStringConvertible {
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
    }

    package let code: Code
    /// What failed, and the way out.
    package let message: String
    /// The failure of the connection that led to it, if one did.
    package let cause: LoopError?

    package init(_ code: Code, _ message: String, cause: LoopError? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    package var description: String { message }
}

extension ESPHomeError {
    /// What a person can do about it.
    package var wayOut: String {
        switch code {
        case .unreachable: "check the address, and that the device has power and is in this network"
        case .timedOut, .disconnected: "try again; the device may be busy or restarting"
        case .needsKey: "give the key from the device's configuration"
        case .wrongKey, .keyRefused: "give the key from the device's present configuration"
        case .needsPassword: "update the firmware and use an encryption key in place of the password"
        case .hasNoEncryption: "leave the key empty, or add one to the device's configuration"
        case .wrongDevice: "correct the address; another device answers there"
        case .unsupportedVersion, .noIdentity: "update the device's firmware"
        case .malformed: "check the address and the port; this is no device of ESPHome"
        case .handshakeFailed, .stopped, .unknownEntity, .unsupportedCommand: "try again"
        }
    }

    /// What the failure means for the connection's health: those that pass by themselves need no attention.
    var health: LinkHealth {
        switch code {
        case .unreachable, .timedOut, .handshakeFailed, .malformed, .disconnected, .stopped, .unknownEntity,
            .unsupportedCommand:
            .offline(reason: message)
        case .needsKey, .wrongKey, .keyRefused, .needsPassword, .hasNoEncryption, .wrongDevice, .noIdentity,
            .unsupportedVersion:
            .needsAttention(reason: message, wayOut: wayOut)
        }
    }
}
