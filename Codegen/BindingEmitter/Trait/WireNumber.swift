/// The protobuf numbers of Matter's ids: the rule of HearthTraitCore's `WireNumber`, which the generator cannot import.
enum WireNumber {
    static let nullFields: UInt32 = 100_000

    static func field(_ id: UInt32) -> UInt32 {
        let number = (id & 0xFFFF) + 1
        return (19_000...19_999).contains(number) ? number + 100_000 : number
    }
}
