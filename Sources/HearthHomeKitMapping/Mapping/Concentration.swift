internal import HearthTraitDescriptors

/// A gas or dust in the air. HomeKit uses ppm for carbon monoxide and dioxide and µg/m³ for all others. Matter's
/// concentration clusters have their unit in the attribute MeasurementUnit.
struct Concentration: Sendable {
    /// The molar mass in g/mol; nil for dust, for which ppm is undefined.
    let molarMass: Double?
    /// Whether HomeKit uses ppm rather than µg/m³.
    let isInPPM: Bool

    static let carbonDioxide = Concentration(molarMass: 44.01, isInPPM: true)
    static let carbonMonoxide = Concentration(molarMass: 28.01, isInPPM: true)
    static let nitrogenDioxide = Concentration(molarMass: 46.01, isInPPM: false)
    static let ozone = Concentration(molarMass: 48.00, isInPPM: false)
    static let dust = Concentration(molarMass: nil, isInPPM: false)
    /// A mixture has no molar mass; sensors are calibrated with that of toluene.
    static let organicCompounds = Concentration(molarMass: 92.14, isInPPM: false)

    /// The volume of a mole of gas at 25 °C and 1013 hPa, in liters.
    private static let molarVolume = 24.45

    /// The value in HomeKit's unit; nil for units that can't be converted (particles, becquerel), NaN and infinity.
    func homeKit(_ measured: Double, unit: Int64) -> Double? {
        guard measured.isFinite else { return nil }
        let isInMatter: Bool
        let base: Double
        switch unit {
        case 0: (isInMatter, base) = (false, measured)
        case 1: (isInMatter, base) = (false, measured / 1e3)
        case 2: (isInMatter, base) = (false, measured / 1e6)
        case 3: (isInMatter, base) = (true, measured * 1e3)
        case 4: (isInMatter, base) = (true, measured)
        case 5: (isInMatter, base) = (true, measured / 1e3)
        default: return nil
        }
        if isInMatter != isInPPM { return base }
        guard let molarMass else { return nil }
        // 1 ppm of a gas of M g/mol is 1000 · M / 24.45 µg/m³.
        let microgramsPerPPM = 1000 * molarMass / Self.molarVolume
        return isInPPM ? base / microgramsPerPPM : base * microgramsPerPPM
    }

    /// Matter's MeasurementUnit for HomeKit's unit: ppm 0, µg/m³ 4.
    var homeKitUnit: UInt64 { isInPPM ? 0 : 4 }
}

extension TraitValue {
    /// The value as a finite number; nil for other values.
    var number: Double? {
        switch self {
        case .float(let value): value.isFinite ? Double(value) : nil
        case .double(let value): value.isFinite ? value : nil
        default: integer.map { Double($0) }
        }
    }
}
