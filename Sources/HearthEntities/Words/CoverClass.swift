/// A device class of covers, with the values of WindowCovering's Type and EndProductType that mean it (Home Assistant's
/// documentation, "Cover", "Device class"; Matter Application Clusters 1.4, section 5.3).
package struct CoverClass: Sendable {
    /// Home Assistant's word.
    package let word: String
    /// The values of Type; a cover of the class gets the first one.
    let types: [Int64]
    /// The value of EndProductType.
    let product: Int64

    /// A blind that can't be tilted is a shade to Matter.
    private static let shade = CoverClass(word: "shade", types: [0, 1, 2, 3], product: 0)
    private static let blind = CoverClass(word: "blind", types: [8, 7], product: 10)
    private static let all = [
        shade, blind, CoverClass(word: "curtain", types: [4], product: 16),
        CoverClass(word: "awning", types: [5], product: 19), CoverClass(word: "shutter", types: [6], product: 17),
    ]

    /// The class of a value of Type; nil for a value that no class has.
    package init?(type: Int64) {
        guard let found = Self.all.first(where: { $0.types.contains(type) }) else { return nil }
        self = found
    }

    /// The values of Type and EndProductType for a word; those of unknown covers for another one.
    static func values(of word: String, hasTilt: Bool) -> (type: Int64, product: Int64) {
        guard let named = all.first(where: { $0.word == word }) else { return (255, 255) }
        let found = named.word == blind.word && !hasTilt ? shade : named
        return (found.types[0], found.product)
    }

    private init(word: String, types: [Int64], product: Int64) {
        (self.word, self.types, self.product) = (word, types, product)
    }
}
