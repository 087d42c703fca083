/// The reason why a characteristic can't be read, written or observed, with HomeKit's code for it (`HMError`).
public struct CharacteristicError: Error, Hashable, Sendable, CustomStringConvertible {
    /// HomeKit's code.
    public let code: HomeKitErrorCode
    /// What is wrong and what to do.
    public let message: String

    /// Creates an error.
    public init(_ code: HomeKitErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { "\(code.rawValue) \(code.name): \(message)" }
}
