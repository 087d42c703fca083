#if canImport(CoreLocation)
    public import CoreLocation
#endif

/// A person enters or leaves a region. Hubs do not track people's location: a trigger with such an event is refused
/// with error 84, and ``isSupported(for:)`` is false.
public class HMLocationEvent: HMEvent, @unchecked Sendable {
    /// Creates an event from the current values of a circular region.
    public init(region: CLRegion) { super.init(EventCore(Self.event(region))) }

    override init(_ core: EventCore) { super.init(core) }

    /// The region; nil if it is not a circle.
    public internal(set) var region: CLRegion? {
        get {
            guard case .success(.location(let circle)) = core.event else { return nil }
            let region = CLCircularRegion(
                center: CLLocationCoordinate2D(latitude: circle.latitude, longitude: circle.longitude),
                radius: circle.radius, identifier: circle.identifier)
            region.notifyOnEntry = circle.onEntry
            region.notifyOnExit = circle.onExit
            return region
        }
        set { if let newValue { core.event = Self.event(newValue) } }
    }

    public override class func isSupported(for home: HMHome) -> Bool { false }

    private static func event(_ region: CLRegion) -> Result<TriggerEvent, HMError> {
        guard let circle = region as? CLCircularRegion else {
            return .failure(HMError(.invalidParameter, "the region is not a circle; use a CLCircularRegion"))
        }
        guard circle.notifyOnEntry || circle.notifyOnExit else {
            return .failure(
                HMError(.invalidParameter, "neither entry nor exit counts; set notifyOnEntry or notifyOnExit"))
        }
        return .success(
            .location(
                .init(
                    latitude: circle.center.latitude, longitude: circle.center.longitude, radius: circle.radius,
                    identifier: circle.identifier, onEntry: circle.notifyOnEntry, onExit: circle.notifyOnExit)))
    }
}

/// A ``HMLocationEvent`` that can be changed.
public class HMMutableLocationEvent: HMLocationEvent, @unchecked Sendable {
    /// The region; nil if it is not a circle.
    public override var region: CLRegion? {
        get { super.region }
        set { super.region = newValue }
    }
}
