public import HearthCommonTraits
public import HearthSensorTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// TemperatureMeasurement (Matter cluster 0x0402); null if the sensor fails.
public struct TemperatureMeasurementBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.TemperatureMeasurementTrait

    public var attributes = T.Attributes()
    private let range: ClosedRange<Int16>

    /// Creates a sensor with a value in 0.01 °C.
    ///
    /// - Parameter range: the sensor's range in 0.01 °C.
    public init(_ value: Int16?, range: ClosedRange<Int16> = -4000...8500) {
        self.range = range
        attributes.minMeasuredValue = range.lowerBound
        attributes.maxMeasuredValue = range.upperBound
        attributes.tolerance = 20
        set(value)
    }

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        if case .temperature(let value) = input { set(value) }
    }

    private mutating func set(_ value: Int16?) {
        attributes.measuredValue = value.map { min(max($0, range.lowerBound), range.upperBound) }
    }
}

/// RelativeHumidityMeasurement (Matter cluster 0x0405); null if the sensor fails.
public struct RelativeHumidityMeasurementBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.RelativeHumidityMeasurementTrait

    public var attributes = T.Attributes()

    /// Creates a sensor with a value in 0.01 %.
    public init(_ value: UInt16?) {
        attributes.minMeasuredValue = 0
        attributes.maxMeasuredValue = 10000
        attributes.tolerance = 200
        set(value)
    }

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        if case .humidity(let value) = input { set(value) }
    }

    private mutating func set(_ value: UInt16?) {
        attributes.measuredValue = value.map { min($0, 10000) }
    }
}

/// IlluminanceMeasurement (Matter cluster 0x0400): 10,000 · log10(lux) + 1; 0 is too dark to measure, null if the
/// sensor fails.
public struct IlluminanceMeasurementBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.IlluminanceMeasurementTrait

    public var attributes = T.Attributes()
    private let range: ClosedRange<UInt16>

    /// Creates a sensor with a value.
    ///
    /// - Parameter range: the sensor's range.
    public init(_ value: UInt16?, range: ClosedRange<UInt16> = 1...50001) {
        self.range = range
        attributes.minMeasuredValue = range.lowerBound
        attributes.maxMeasuredValue = range.upperBound
        attributes.lightSensorType = .photodiode
        set(value)
    }

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        if case .illuminance(let value) = input { set(value) }
    }

    private mutating func set(_ value: UInt16?) {
        attributes.measuredValue = value.map { $0 < range.lowerBound ? 0 : min($0, range.upperBound) }
    }
}
