/// A bitmap's bits as constants of a `.proto` file. The field itself stays a number: a set of bits is not an enum
/// value, and enums have 31 bits at most.
package struct WireBits {
    /// The enum with the constants.
    package let name: String
    /// The name of the value 0, which every enum needs first.
    package let zero: String
    /// The constants in ascending order of mask. The index refers to ``BitmapDescriptor/fields``.
    package private(set) var constants: [(name: String, mask: UInt64, index: Int)] = []
    /// Bits that can't be constants, with their names.
    package private(set) var others: [(name: String, mask: UInt64)] = []

    /// - Parameters:
    ///   - types: the scope of the trait's messages and enums, which contains all of their names already.
    ///   - names: the scope of all constants of the trait's enums, likewise.
    package init?(_ bitmap: BitmapDescriptor, types: inout NameScope, constants names: inout NameScope) {
        let fits = bitmap.fields.filter { $0.mask != 0 && $0.mask <= UInt64(Int32.max) }
        guard !fits.isEmpty else { return nil }
        let capitalized = bitmap.name.prefix(1).uppercased() + bitmap.name.dropFirst()
        name = types.claim(capitalized, suffix: "Bitmap")
        zero = names.claim(WireNames.constant("noneValue", of: name), suffix: "_ZERO")
        var seen: Set<UInt64> = [0]
        for (index, field) in bitmap.fields.enumerated() where seen.insert(field.mask).inserted {
            let constant = names.claim(WireNames.constant(field.name, of: name), suffix: "_VALUE")
            if field.mask <= UInt64(Int32.max) {
                constants.append((constant, field.mask, index))
            } else {
                others.append((constant, field.mask))
            }
        }
        constants.sort { $0.mask < $1.mask }
    }
}
