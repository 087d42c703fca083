internal import HearthTraitModel

/// A gas or dust in the air. HomeKit wants ppm of carbon monoxide and dioxide and µg/m³ of everything else, Matter's
/// concentration clusters say which unit they measure in (attribute MeasurementUnit).
struct Concentration: Sendable {
    /// Grams per mole; nil for dust, of which no ppm exist.
    let molarMass: Double?
    /// Whether HomeKit has it in ppm, and not in µg/m³.
    let isInPPM: Bool

    static let carbonDioxide = Concentration(molarMass: 44.01, isInPPM: true)
    static let carbonMonoxide = Concentration(molarMass: 28.01, isInPPM: true)
    static let nitrogenDioxide = Concentration(molarMass: 46.01, isInPPM: false)
    static let ozone = Concentration(molarMass: 48.00, isInPPM: false)
    static let dust = Concentration(molarMass: nil, isInPPM: false)
    /// Of a mixture nobody knows the mass; that of toluene is what sensors are calibrated with.
    static let organicCompounds = Concentration(molarMass: 92.14, isInPPM: false)

    /// Liters of one mole of gas at 25 °C and 1013 hPa.
    private static let molarVolume = 24.45

    /// HomeKit's number; nil for units that have nothing to do with it (particles, becquerel), and what is no number.
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

    /// Matter's MeasurementUnit that HomeKit's number is in already: ppm 0, µg/m³ 4.
    var homeKitUnit: UInt64 { isInPPM ? 0 : 4 }
}

extension TraitValue {
    /// A number of any kind; nil for what is none.
    var number: Double? {
        switch self {
        case .float(let value): value.isFinite ? Double(value) : nil
        case .double(let value): value.isFinite ? value : nil
        default: integer.map { Double($0) }
        }
    }
}
