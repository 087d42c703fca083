/// Why a characteristic can't be read, written or followed, with HomeKit's number for it (`HMError`).
public struct CharacteristicError: Error, Hashable, Sendable, CustomStringConvertible {
    /// HomeKit's number and name.
    public let code: HomeKitErrorCode
    /// What is wrong, and what would be right.
    public let message: String

    /// Creates an error.
    public init(_ code: HomeKitErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { "\(code.rawValue) \(code.name): \(message)" }
}
