/// Why a characteristic can't be read, written or followed, with HomeKit's number for it (`HMError`).
public struct CharacteristicError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number and name of an error in HomeKit.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The number of `HMError.Code`.
        public let number: Int
        /// HomeKit's name, without `HMErrorCode` before it.
        public let name: String

        private init(_ number: Int, _ name: String) {
            self.number = number
            self.name = name
        }

        /// There is no such service or characteristic.
        public static let notFound = Code(2, "NotFound")
        /// The value is none of those that the device supports.
        public static let invalidParameter = Code(3, "InvalidParameter")
        /// The characteristic can't be written.
        public static let readOnlyCharacteristic = Code(5, "ReadOnlyCharacteristic")
        /// The characteristic can't be read.
        public static let writeOnlyCharacteristic = Code(6, "WriteOnlyCharacteristic")
        /// The characteristic does not tell of its changes.
        public static let notificationNotSupported = Code(7, "NotificationNotSupported")
        /// The value is of another type than the format says, or no number.
        public static let invalidValueType = Code(43, "InvalidValueType")
        /// The number is below the minimum.
        public static let valueLowerThanMinimum = Code(44, "ValueLowerThanMinimum")
        /// The number is above the maximum.
        public static let valueHigherThanMaximum = Code(45, "ValueHigherThanMaximum")
        /// The text is too long.
        public static let stringLongerThanMaximum = Code(46, "StringLongerThanMaximum")
        /// The device has nothing that would do it.
        public static let operationNotSupported = Code(48, "OperationNotSupported")
        /// The text is too short.
        public static let stringShorterThanMinimum = Code(51, "StringShorterThanMinimum")

        public var description: String { "\(number) \(name)" }
    }

    /// HomeKit's number and name.
    public let code: Code
    /// What is wrong, and what would be right.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { "\(code): \(message)" }
}
