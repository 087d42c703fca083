internal import HearthBase

/// A key path to a property of a message.
typealias Property<Message, Value> = WritableKeyPath<Message, Value> & Sendable

/// The rows of a message's table. A row is a list, as some describe more than one field.
extension WireMessage {
    typealias Row = [MessageField<Self>]

    static func table(_ rows: Row...) -> Row { rows.flatMap(\.self) }

    static func flag(_ number: UInt32, _ name: String, _ property: any Property<Self, Bool>) -> Row {
        [
            MessageField(number: number, name: name, form: .bool) { content, message in
                if let number = content.number { message[keyPath: property] = number != 0 }
            } write: { message, writer in
                if message[keyPath: property] { writer.varint(Int64(number), 1) }
            }
        ]
    }

    static func number(_ number: UInt32, _ name: String, _ property: any Property<Self, UInt32>) -> Row {
        unsigned(number, name, .uint32, property)
    }

    static func choice(_ number: UInt32, _ name: String, _ property: any Property<Self, UInt32>) -> Row {
        unsigned(number, name, .enumeration, property)
    }

    private static func unsigned(
        _ number: UInt32, _ name: String, _ form: MessageField<Self>.Form, _ property: any Property<Self, UInt32>
    ) -> Row {
        [
            MessageField(number: number, name: name, form: form) { content, message in
                if let number = content.number { message[keyPath: property] = number }
            } write: { message, writer in
                let value = message[keyPath: property]
                if value != 0 { writer.varint(Int64(number), UInt64(value)) }
            }
        ]
    }

    static func integer(_ number: UInt32, _ name: String, _ property: any Property<Self, Int32>) -> Row {
        [
            MessageField(number: number, name: name, form: .int32) { content, message in
                if let number = content.number { message[keyPath: property] = Int32(bitPattern: number) }
            } write: { message, writer in
                let value = message[keyPath: property]
                if value != 0 { writer.integer(Int64(number), Int64(value)) }
            }
        ]
    }

    static func signed(_ number: UInt32, _ name: String, _ property: any Property<Self, Int32>) -> Row {
        [
            MessageField(number: number, name: name, form: .sint32) { content, message in
                if let number = content.number { message[keyPath: property] = Int32(zigZag: number) }
            } write: { message, writer in
                let value = message[keyPath: property]
                if value != 0 { writer.varint(Int64(number), UInt64(value.zigZag)) }
            }
        ]
    }

    static func fixed(_ number: UInt32, _ name: String, _ property: any Property<Self, UInt32>) -> Row {
        [
            MessageField(number: number, name: name, form: .fixed32) { content, message in
                if let number = content.number { message[keyPath: property] = number }
            } write: { message, writer in
                let value = message[keyPath: property]
                if value != 0 { writer.fixed32(Int64(number), value) }
            }
        ]
    }

    static func real(_ number: UInt32, _ name: String, _ property: any Property<Self, Float>) -> Row {
        [
            MessageField(number: number, name: name, form: .float) { content, message in
                if let float = content.float { message[keyPath: property] = float }
            } write: { message, writer in
                let bits = message[keyPath: property].bitPattern
                if bits != 0 { writer.fixed32(Int64(number), bits) }
            }
        ]
    }

    static func text(_ number: UInt32, _ name: String, _ property: any Property<Self, String>) -> Row {
        [
            MessageField(number: number, name: name, form: .string) { content, message in
                if let text = content.text { message[keyPath: property] = text }
            } write: { message, writer in
                let text = message[keyPath: property]
                if !text.isEmpty { writer.string(Int64(number), text) }
            }
        ]
    }

    static func texts(_ number: UInt32, _ name: String, _ property: any Property<Self, [String]>) -> Row {
        [
            MessageField(number: number, name: name, form: .string, isRepeated: true) { content, message in
                if let text = content.text { message[keyPath: property].append(text) }
            } write: { message, writer in
                for text in message[keyPath: property] { writer.string(Int64(number), text) }
            }
        ]
    }

    static func choices(_ number: UInt32, _ name: String, _ property: any Property<Self, [UInt32]>) -> Row {
        [
            MessageField(number: number, name: name, form: .enumeration, isRepeated: true) {
                content, message throws(WireFailure) in
                message[keyPath: property] += try content.numbers()
            } write: { message, writer in
                for value in message[keyPath: property] { writer.varint(Int64(number), UInt64(value)) }
            }
        ]
    }

    /// Unpacked, as the firmware reads them.
    static func flags(_ number: UInt32, _ name: String, _ property: any Property<Self, [Bool]>) -> Row {
        [
            MessageField(number: number, name: name, form: .bool, isRepeated: true) {
                content, message throws(WireFailure) in
                message[keyPath: property] += try content.numbers().map { $0 != 0 }
            } write: { message, writer in
                for value in message[keyPath: property] { writer.varint(Int64(number), value ? 1 : 0) }
            }
        ]
    }

    /// Unpacked, in protobuf's ZigZag encoding.
    static func signeds(_ number: UInt32, _ name: String, _ property: any Property<Self, [Int32]>) -> Row {
        [
            MessageField(number: number, name: name, form: .sint32, isRepeated: true) {
                content, message throws(WireFailure) in
                message[keyPath: property] += try content.numbers().map(Int32.init(zigZag:))
            } write: { message, writer in
                for value in message[keyPath: property] { writer.varint(Int64(number), UInt64(value.zigZag)) }
            }
        ]
    }

    /// Unpacked; packed ones are skipped.
    static func reals(_ number: UInt32, _ name: String, _ property: any Property<Self, [Float]>) -> Row {
        [
            MessageField(number: number, name: name, form: .float, isRepeated: true) { content, message in
                if let float = content.float { message[keyPath: property].append(float) }
            } write: { message, writer in
                for value in message[keyPath: property] { writer.fixed32(Int64(number), value.bitPattern) }
            }
        ]
    }

    static func data(_ number: UInt32, _ name: String, _ property: any Property<Self, [UInt8]>) -> Row {
        [
            MessageField(number: number, name: name, form: .bytes) { content, message in
                if let bytes = content.bytes { message[keyPath: property] = bytes }
            } write: { message, writer in
                let bytes = message[keyPath: property]
                if !bytes.isEmpty { writer.delimited(Int64(number), bytes) }
            }
        ]
    }

    static func part<Part: WireMessage>(_ number: UInt32, _ name: String, _ property: any Property<Self, Part?>) -> Row
    {
        [
            MessageField(number: number, name: name, form: .message) { content, message throws(WireFailure) in
                if let bytes = content.bytes { message[keyPath: property] = try Part(reading: bytes) }
            } write: { message, writer in
                if let part = message[keyPath: property] { writer.delimited(Int64(number), part.encoded) }
            }
        ]
    }

    static func parts<Part: WireMessage>(_ number: UInt32, _ name: String, _ property: any Property<Self, [Part]>)
        -> Row
    {
        [
            MessageField(number: number, name: name, form: .message, isRepeated: true) {
                content, message throws(WireFailure) in
                if let bytes = content.bytes { message[keyPath: property].append(try Part(reading: bytes)) }
            } write: { message, writer in
                for part in message[keyPath: property] { writer.delimited(Int64(number), part.encoded) }
            }
        ]
    }
}

extension Int32 {
    /// Reads protobuf's ZigZag encoding.
    init(zigZag number: UInt32) { self = Int32(bitPattern: number >> 1) ^ -Int32(bitPattern: number & 1) }

    var zigZag: UInt32 { UInt32(bitPattern: (self << 1) ^ (self >> 31)) }
}

/// A value with a default that proto3 leaves out.
protocol WithZero {
    static var zero: Self { get }
}

extension Bool: WithZero {
    static var zero: Bool { false }
}
extension String: WithZero {
    static var zero: String { "" }
}
extension UInt32: WithZero {}
extension Int32: WithZero {}
extension Float: WithZero {}

/// Two fields of a message, which one property has: whether a value is set, and the value.
extension Optional where Wrapped: WithZero {
    var isSet: Bool {
        get { self != nil }
        set { self = newValue ? self ?? .zero : nil }
    }

    var orZero: Wrapped {
        get { self ?? .zero }
        set { self = newValue }
    }
}
