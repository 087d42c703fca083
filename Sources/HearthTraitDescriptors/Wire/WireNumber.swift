/// The numbers of Matter's IDs on the wire. The generator uses the same rule for the `.proto` files.
package enum WireNumber {
    /// The field that lists the fields whose value is null.
    package static let nullFields: UInt32 = 100_000

    /// The protobuf field number of a Matter field, attribute or argument: the ID plus one. For a vendor-prefixed ID,
    /// the low half is used. Numbers that protobuf reserves are shifted up by 100,000.
    package static func field(_ id: UInt32) -> UInt32 {
        let number = (id & 0xFFFF) + 1
        return (19_000...19_999).contains(number) ? number + 100_000 : number
    }

    /// The low half of the Matter ID for a number; the inverse of ``field(_:)``.
    package static func id(ofField number: UInt32) -> UInt32 {
        (number > 100_000 ? number - 100_000 : number) &- 1
    }
}
