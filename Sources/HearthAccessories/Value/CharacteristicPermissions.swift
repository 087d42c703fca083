/// What can be done with a characteristic (HK-41).
public struct CharacteristicPermissions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The value can be read; `pr` in HAP.
    public static let read = CharacteristicPermissions(rawValue: 1)
    /// The value can be written; `pw` in HAP.
    public static let write = CharacteristicPermissions(rawValue: 2)
    /// Changes are told; `ev` in HAP.
    public static let events = CharacteristicPermissions(rawValue: 4)
    /// A write has to be prepared, and to come in time; `tw` in HAP.
    public static let timedWrite = CharacteristicPermissions(rawValue: 8)
    /// A write can be answered with a value; `wr` in HAP.
    public static let writeResponse = CharacteristicPermissions(rawValue: 16)
    /// A write can bear data that authorizes it; `aa` in HAP.
    public static let additionalAuthorization = CharacteristicPermissions(rawValue: 32)
    /// Nobody is shown it; `hd` in HAP.
    public static let hidden = CharacteristicPermissions(rawValue: 64)

    static let readEvents: CharacteristicPermissions = [.read, .events]
    static let readWriteEvents: CharacteristicPermissions = [.read, .write, .events]

    private static let names: [(CharacteristicPermissions, String)] = [
        (.read, "pr"), (.write, "pw"), (.events, "ev"), (.timedWrite, "tw"), (.writeResponse, "wr"),
        (.additionalAuthorization, "aa"), (.hidden, "hd"),
    ]

    /// The names in HAP: ["pr", "pw", "ev"].
    public var hapNames: [String] { Self.names.filter { contains($0.0) }.map(\.1) }

    /// Permissions by their names in HAP; names that HAP does not have are passed over.
    public init(hapNames: some Sequence<String>) {
        let known = Set(hapNames)
        self = Self.names.reduce([]) { known.contains($1.1) ? $0.union($1.0) : $0 }
    }

    /// Nothing if it can be read.
    ///
    /// - Throws: ``CharacteristicError`` with HomeKit's code 6.
    public func checkRead(_ type: CharacteristicType) throws(CharacteristicError) {
        guard !contains(.read) else { return }
        throw CharacteristicError(.writeOnlyCharacteristic, "\(type) can only be written")
    }

    /// Nothing if it can be written.
    ///
    /// - Throws: ``CharacteristicError`` with HomeKit's code 5.
    public func checkWrite(_ type: CharacteristicType) throws(CharacteristicError) {
        guard !contains(.write) else { return }
        throw CharacteristicError(.readOnlyCharacteristic, "\(type) can only be read")
    }

    /// Nothing if changes are told.
    ///
    /// - Throws: ``CharacteristicError`` with HomeKit's code 7.
    public func checkEvents(_ type: CharacteristicType) throws(CharacteristicError) {
        guard !contains(.events) else { return }
        throw CharacteristicError(.notificationNotSupported, "\(type) does not tell of changes; read it")
    }
}
