/// The permissions of a characteristic.
public struct CharacteristicPermissions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The value can be read; `pr` in HAP.
    public static let read = CharacteristicPermissions(rawValue: 1)
    /// The value can be written; `pw` in HAP.
    public static let write = CharacteristicPermissions(rawValue: 2)
    /// Changes are reported; `ev` in HAP.
    public static let events = CharacteristicPermissions(rawValue: 4)
    /// A write has to be timed: sent within a time limit after its preparation; `tw` in HAP.
    public static let timedWrite = CharacteristicPermissions(rawValue: 8)
    /// A write can return a value; `wr` in HAP.
    public static let writeResponse = CharacteristicPermissions(rawValue: 16)
    /// A write can carry authorization data; `aa` in HAP.
    public static let additionalAuthorization = CharacteristicPermissions(rawValue: 32)
    /// The characteristic is hidden from users; `hd` in HAP.
    public static let hidden = CharacteristicPermissions(rawValue: 64)

    static let readEvents: CharacteristicPermissions = [.read, .events]
    static let readWriteEvents: CharacteristicPermissions = [.read, .write, .events]

    private static let names: [(CharacteristicPermissions, String)] = [
        (.read, "pr"), (.write, "pw"), (.events, "ev"), (.timedWrite, "tw"), (.writeResponse, "wr"),
        (.additionalAuthorization, "aa"), (.hidden, "hd"),
    ]

    /// The names in HAP, such as ["pr", "pw", "ev"].
    public var hapNames: [String] { Self.names.filter { contains($0.0) }.map(\.1) }

    /// Creates permissions from names in HAP; unknown names are ignored.
    public init(hapNames: some Sequence<String>) {
        let known = Set(hapNames)
        self = Self.names.reduce([]) { known.contains($1.1) ? $0.union($1.0) : $0 }
    }

    /// Checks that the characteristic can be read.
    ///
    /// - Throws: ``CharacteristicError`` with HomeKit's code 6 if it is write-only.
    public func checkRead(_ type: CharacteristicType) throws(CharacteristicError) {
        guard !contains(.read) else { return }
        throw CharacteristicError(.writeOnlyCharacteristic, "\(type) can only be written")
    }

    /// Checks that the characteristic can be written.
    ///
    /// - Throws: ``CharacteristicError`` with HomeKit's code 5 if it is read-only.
    public func checkWrite(_ type: CharacteristicType) throws(CharacteristicError) {
        guard !contains(.write) else { return }
        throw CharacteristicError(.readOnlyCharacteristic, "\(type) can only be read")
    }

    /// Checks that the characteristic reports changes.
    ///
    /// - Throws: ``CharacteristicError`` with HomeKit's code 7 if it does not report them.
    public func checkEvents(_ type: CharacteristicType) throws(CharacteristicError) {
        guard !contains(.events) else { return }
        throw CharacteristicError(.notificationNotSupported, "\(type) does not report changes; read it instead")
    }
}
