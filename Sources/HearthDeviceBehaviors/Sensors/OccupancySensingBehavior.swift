public import HearthSensorTraits
internal import HearthTraitCatalog
public import HearthTraitCore

/// OccupancySensing (Matter cluster 0x0406) by passive infrared: occupied after motion, unoccupied after HoldTime
/// without motion.
public struct OccupancySensingBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.OccupancySensingTrait

    public var attributes = T.Attributes()
    private var end: Duration?

    /// Creates a sensor that has seen no motion.
    ///
    /// - Parameters:
    ///   - holdTime: how long it is occupied after motion, in seconds.
    ///   - limits: the hold times that people can choose, in seconds.
    public init(holdTime: UInt16 = 30, limits: ClosedRange<UInt16> = 5...600) {
        attributes.featureMap = [.passiveInfrared, .occupancyEvent]
        attributes.occupancy = []
        attributes.occupancySensorType = .pir
        attributes.occupancySensorTypeBitmap = .pir
        attributes.holdTime = holdTime
        attributes.pirOccupiedToUnoccupiedDelay = holdTime
        var holdTimeLimits = T.HoldTimeLimitsStruct()
        holdTimeLimits.holdTimeMin = limits.lowerBound
        holdTimeLimits.holdTimeMax = limits.upperBound
        holdTimeLimits.holdTimeDefault = holdTime
        attributes.holdTimeLimits = holdTimeLimits
    }

    /// holdTime and its predecessor, the occupied-to-unoccupied delay.
    public static let storedAttributes: Set<UInt32> = [0x3, 0x10]

    public var deadline: Duration? { end }

    public mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        guard let wanted = changes.holdTime ?? changes.pirOccupiedToUnoccupiedDelay else { return }
        if let limits = attributes.holdTimeLimits, wanted < limits.holdTimeMin || wanted > limits.holdTimeMax {
            throw TraitError(
                .constraintError, "holdTime is \(limits.holdTimeMin) to \(limits.holdTimeMax) s, not \(wanted)",
                element: .attribute(0x3), field: "holdTime",
                constraint: "min = \(limits.holdTimeMin), max = \(limits.holdTimeMax)")
        }
        attributes.holdTime = wanted
        attributes.pirOccupiedToUnoccupiedDelay = wanted
        guard end != nil, let old = before.holdTime else { return }
        end = end.map { max($0 + .seconds(Int64(wanted) - Int64(old)), context.now) }
    }

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        guard case .motion = input else { return }
        end = context.now + .seconds(Int64(attributes.holdTime ?? 0))
        set(.occupied, &context)
    }

    public mutating func timePassed(_ context: inout EndpointContext) {
        guard let end, end <= context.now else { return }
        self.end = nil
        set([], &context)
    }

    private mutating func set(_ occupancy: T.OccupancyBitmap, _ context: inout EndpointContext) {
        guard attributes.occupancy != occupancy else { return }
        attributes.occupancy = occupancy
        var payload = T.OccupancyChangedEvent.Payload()
        payload.occupancy = occupancy
        context.emit(T.OccupancyChangedEvent.self, payload)
    }
}
