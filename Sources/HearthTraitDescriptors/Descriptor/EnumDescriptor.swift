/// One enum of a trait.
public struct EnumDescriptor: Hashable, Sendable {
    /// Name in the schema: "EffectIdentifierEnum".
    public let name: String
    /// Width of the raw value in bits: 8 or 16.
    public let bits: UInt8
    /// Raw values with their case names in Swift.
    public let cases: [(value: UInt64, name: String)]

    /// Describes an enum.
    public init(_ name: String, bits: UInt8, _ cases: [(value: UInt64, name: String)]) {
        self.name = name
        self.bits = bits
        self.cases = cases
    }

    /// Name of a value; nil if the schema does not define it.
    public func name(of value: UInt64) -> String? {
        cases.first { $0.value == value }?.name
    }

    public static func == (left: EnumDescriptor, right: EnumDescriptor) -> Bool {
        left.name == right.name && left.bits == right.bits && left.cases.elementsEqual(right.cases, by: ==)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(bits)
    }
}

/// One bitmap of a trait.
public struct BitmapDescriptor: Hashable, Sendable {
    /// Name in the schema: "NameSupportBitmap".
    public let name: String
    /// Width of the raw value in bits: 8, 16, 32 or 64.
    public let bits: UInt8
    /// Masks with their names in Swift. A mask of several adjacent bits holds a small number.
    public let fields: [(mask: UInt64, name: String)]

    /// Describes a bitmap.
    public init(_ name: String, bits: UInt8, _ fields: [(mask: UInt64, name: String)]) {
        self.name = name
        self.bits = bits
        self.fields = fields
    }

    public static func == (left: BitmapDescriptor, right: BitmapDescriptor) -> Bool {
        left.name == right.name && left.bits == right.bits && left.fields.elementsEqual(right.fields, by: ==)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(bits)
    }
}
