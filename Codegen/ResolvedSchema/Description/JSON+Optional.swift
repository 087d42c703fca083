internal import HearthTraitDescriptors

/// Values that a schema may leave out: null if it does.
extension JSON {
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }
    init<Number: BinaryInteger>(_ number: Number?) { self = number.map { .number($0) } ?? .null }
}
