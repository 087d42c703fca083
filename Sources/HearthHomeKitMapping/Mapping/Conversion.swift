internal import HearthTraitDescriptors

/// A two-way conversion between values of a trait and a characteristic. nil is for values without a counterpart, such
/// as null.
struct Conversion: Sendable {
    let toCharacteristic: @Sendable (TraitValue) -> CharacteristicValue?
    let toTrait: @Sendable (CharacteristicValue) -> TraitValue?

    /// Converts between a trait's integer and a number, with floating-point functions; integers are clamped to `raw`.
    static func scaled(
        _ raw: ClosedRange<Int64>, signed: Bool = false, asFloat: Bool = false,
        to: @escaping @Sendable (Double) -> Double, back: @escaping @Sendable (Double) -> Double
    ) -> Conversion {
        Conversion(
            toCharacteristic: { value in
                guard let integer = value.integer else { return nil }
                let result = to(Double(min(max(integer, raw.lowerBound), raw.upperBound)))
                return asFloat ? .float(result) : nearest(result).map { .int($0) }
            },
            toTrait: { value in
                guard let number = value.number, let integer = nearest(back(number)) else { return nil }
                let fitted = min(max(integer, raw.lowerBound), raw.upperBound)
                return signed ? .signed(fitted) : UInt64(exactly: fitted).map { .unsigned($0) }
            })
    }

    /// Converts between two enumerations by pairs (trait value, characteristic value). If pairs share a value, the
    /// first one counts.
    static func choices(_ pairs: KeyValuePairs<Int64, UInt64>) -> Conversion {
        let forth = Dictionary(pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        let back = Dictionary(pairs.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        return Conversion(
            toCharacteristic: { $0.integer.flatMap { forth[$0] }.map { .uint($0) } },
            toTrait: { value in
                value.integer.flatMap { UInt64(exactly: $0) }.flatMap { back[$0] }
                    .flatMap { UInt64(exactly: $0) }.map { .unsigned($0) }
            })
    }

    /// A Boolean on both sides.
    static let truth = Conversion(
        toCharacteristic: { $0.bool.map { .bool($0) } }, toTrait: { $0.truth.map { .bool($0) } })

    /// A Boolean that is inverted on the other side.
    static let inverted = Conversion(
        toCharacteristic: { $0.bool.map { .bool(!$0) } }, toTrait: { $0.truth.map { .bool(!$0) } })

    /// A Boolean as 1 (true) and 0.
    static let flag = Conversion(
        toCharacteristic: { $0.bool.map { .uint($0 ? 1 : 0) } }, toTrait: { $0.truth.map { .bool($0) } })

    /// An inverted Boolean as 0 (true) and 1.
    static let invertedFlag = Conversion(
        toCharacteristic: { $0.bool.map { .uint($0 ? 0 : 1) } }, toTrait: { $0.truth.map { .bool(!$0) } })

    /// The same unsigned integer on both sides.
    static let number = Conversion(
        toCharacteristic: { $0.integer.flatMap { UInt64(exactly: $0) }.map { .uint($0) } },
        toTrait: { $0.integer.flatMap { UInt64(exactly: $0) }.map { .unsigned($0) } })

    /// The same string on both sides.
    static let text = Conversion(
        toCharacteristic: { $0.string.map { .string($0) } }, toTrait: { $0.text.map { .string($0) } })

    /// 0 is 0 and anything above is 1, as for alarms, filters and batteries with several levels; 1 converts back to 1.
    static let anyAboveZero = Conversion(
        toCharacteristic: { $0.integer.map { .uint($0 > 0 ? 1 : 0) } },
        toTrait: { $0.truth.map { .unsigned($0 ? 1 : 0) } })
}

/// The nearest integer; nil for NaN, infinity and numbers too large.
func nearest(_ number: Double) -> Int64? { Int64(exactly: number.rounded()) }
