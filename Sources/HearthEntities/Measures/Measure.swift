internal import HearthTraitCatalog
internal import HearthTraitCore

/// The place of a measured value in Matter, with the conversion to its unit.
package struct Measure: Sendable {
    /// What a number becomes.
    package enum Place: Hashable, Sendable {
        case temperature, humidity, soilMoisture, pressure, illuminance, flow
        /// A concentration in the air, in a unit of Matter's MeasurementUnitEnum.
        case concentration(Gas, unit: Int64)
        case airQuality
        /// An attribute of ElectricalPowerMeasurement, by its name.
        case power(String)
        /// Energy taken from the grid, or given to it.
        case energy(isExported: Bool)
        /// The charge of a battery in half percents.
        case battery
        /// The strength of a wireless network's signal in dBm.
        case signal
    }

    package enum Gas: Hashable, Sendable, CaseIterable {
        case carbonDioxide, carbonMonoxide, pm1, pm25, pm10, nitrogenDioxide, ozone, volatileCompounds, formaldehyde
        case radon

        var trait: TraitDescriptor {
            switch self {
            case .carbonDioxide: StandardTraits.matterCarbonDioxideConcentrationMeasurement
            case .carbonMonoxide: StandardTraits.matterCarbonMonoxideConcentrationMeasurement
            case .pm1: StandardTraits.matterPm1ConcentrationMeasurement
            case .pm25: StandardTraits.matterPm25ConcentrationMeasurement
            case .pm10: StandardTraits.matterPm10ConcentrationMeasurement
            case .nitrogenDioxide: StandardTraits.matterNitrogenDioxideConcentrationMeasurement
            case .ozone: StandardTraits.matterOzoneConcentrationMeasurement
            case .volatileCompounds: StandardTraits.matterTotalVolatileOrganicCompoundsConcentrationMeasurement
            case .formaldehyde: StandardTraits.matterFormaldehydeConcentrationMeasurement
            case .radon: StandardTraits.matterRadonConcentrationMeasurement
            }
        }
    }

    package let place: Place
    /// Added before the multiplication.
    var offset = 0.0
    var factor = 1.0

    /// The value in the unit of the place, not rounded.
    func converted(_ value: Double) -> Double {
        // Matter Application Clusters 1.4, section 2.2.5.1: 10,000 · log10(illuminance) + 1; 0 is too low to be measured.
        if place == .illuminance { return value < 1 ? 0 : 10_000 * Self.log10(value) + 1 }
        return (value + offset) * factor
    }

    /// The number in the sensor's unit of a value in the unit of the place: the reverse of ``converted(_:)``.
    package func reading(_ value: Double) -> Double {
        if place == .illuminance { return value < 1 ? 0 : Self.exp10((value - 1) / 10_000) }
        return value / factor - offset
    }

    /// The measure of a sensor; nil if Matter has no place for it.
    package static func of(deviceClass: String, unit: String, stateClass: String) -> Measure? {
        guard let row = table.first(where: { $0.deviceClass == deviceClass && $0.unit == unit }) else { return nil }
        if case .energy = row.measure.place, stateClass == "measurement" { return nil }
        return row.measure
    }

    /// The common logarithm, to 15 digits, by the series of the natural one: modules above the C libraries have no
    /// mathematical functions.
    static func log10(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 0 }
        // value = 2^exponent · significand, and ln(s) = 2·artanh((s − 1)/(s + 1)), where s is within √2 of 1.
        var exponent = Double(value.exponent)
        var significand = value.significand
        if significand > 1.414_213_562_373_095 {
            significand /= 2
            exponent += 1
        }
        let ratio = (significand - 1) / (significand + 1)
        var power = ratio
        var sum = 0.0
        for index in 0..<24 {
            sum += power / Double(2 * index + 1)
            power *= ratio * ratio
        }
        return (2 * sum + exponent * 0.693_147_180_559_945_3) / 2.302_585_092_994_045_7
    }

    /// The power of 10, to 13 digits, by the series of the natural one, for exponents of -30 to 30.
    static func exp10(_ exponent: Double) -> Double {
        guard exponent.isFinite else { return 0 }
        let bounded = min(max(exponent, -30), 30)
        // 10^x = 2^n · e^r, where r is at most ln(2)/2.
        let binary = bounded * 3.321_928_094_887_362
        let whole = binary.rounded()
        let rest = (binary - whole) * 0.693_147_180_559_945_3
        var term = 1.0
        var sum = 1.0
        for index in 1..<18 {
            term *= rest / Double(index)
            sum += term
        }
        return Double(sign: .plus, exponent: Int(exactly: whole) ?? 0, significand: sum)
    }
}
