/// The attributes that say what a device is and can do, rather than what it does at present.
enum DescribingAttributes {
    /// Of all traits: lists of commands and attributes, features, revision (Matter Core 1.4, 7.13).
    private static let global: ClosedRange<UInt32> = 0xFFF8...0xFFFF

    /// Ids by trait: tags, a covering's type, the limits of setpoints (Matter Application Clusters 1.4, 4.3.6 and 5.3.6;
    /// Core 1.4, 9.5.6).
    private static let own: [UInt32: Set<UInt32>] = [0x001D: [4], 0x0102: [0], 0x0201: [3, 4, 5, 6]]

    static func contains(_ attribute: UInt32, of trait: UInt32) -> Bool {
        global.contains(attribute) || own[trait]?.contains(attribute) ?? false
    }
}
