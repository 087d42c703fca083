/// A bitmap's bits as constants of a `.proto` file. The field itself stays a number: a set of bits is none of an enum's
/// values, and an enum has no bit above the 31st.
package struct WireBits {
    /// The enum with the constants.
    package let name: String
    /// What 0 is called, which every enum needs first.
    package let zero: String
    /// By rising mask. The index is that in ``BitmapDescriptor/fields``.
    package private(set) var constants: [(name: String, mask: UInt64, index: Int)] = []
    /// Bits that no constant can have, with what they would be called.
    package private(set) var others: [(name: String, mask: UInt64)] = []

    /// - Parameters:
    ///   - types: the scope of the trait's messages and enums, all of which have theirs already.
    ///   - names: the scope of all constants of the trait's enums, likewise.
    /// - Returns: nil where no bit can be a constant.
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
