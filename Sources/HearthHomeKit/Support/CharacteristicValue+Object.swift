internal import Foundation
internal import HearthHomeKitMapping

extension CharacteristicValue {
    /// The value as HomeKit returns it: numbers as `NSNumber`, strings as `String`, bytes as `Data`.
    var object: Any {
        switch self {
        case .bool(let value): NSNumber(value: value)
        case .int(let value): NSNumber(value: value)
        case .uint(let value): NSNumber(value: value)
        case .float(let value): NSNumber(value: value)
        case .string(let value): value
        case .data(let bytes), .tlv8(let bytes): Data(bytes)
        }
    }

    /// Converts a value that an app writes.
    ///
    /// - Throws: ``HMError``: `nilParameter` for nil; `invalidValueType` for a type without a HomeKit format.
    init(written value: Any?, to name: String) throws(HMError) {
        switch value {
        case nil: throw HMError(.nilParameter, "\(name) can't be written without a value")
        case let value as String: self = .string(value)
        case let value as Data: self = .data([UInt8](value))
        case let value as NSNumber: self.init(value)
        default: throw HMError(.invalidValueType, "\(name) takes a number, a string or data")
        }
    }

    private init(_ number: NSNumber) {
        // The Objective-C type codes of booleans, fractions and unsigned integers.
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c") where number.int64Value == 0 || number.int64Value == 1: self = .bool(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .float(number.doubleValue)
        case UInt8(ascii: "Q"): self = .uint(number.uint64Value)
        default: self = .int(number.int64Value)
        }
    }
}
