public import HearthCombine
internal import HearthMessage
public import HearthTraitCore

/// The events of a device: a button is pressed, a lock is operated, an alarm goes off.
///
/// A subscriber receives each event since its subscription exactly once and in order. This includes events during a
/// lost connection that the hub still has: by default the last 10,000 of each structure. If the hub no longer has some,
/// ``Home/changes()`` emits ``HomeChange/eventsLost(structureID:count:)`` before the next event.
public protocol EventController: Sendable {
    /// Whether events of this type are supported, that is, whether the endpoint currently has their trait.
    func contains<E: Event>(_ type: E.Type) -> Bool

    /// Publishes the events of one type. Completes immediately if the endpoint doesn't have their trait, and when the
    /// device is removed. Fails with `.resourceExhausted` when 10,000 events are waiting to be read.
    func subscribe<E: Event>(_ type: E.Type) -> AnyPublisher<E, HomeError>

    /// Publishes all events of a trait that `Trait.supportedEventTypes` lists, in order. Completes and fails like the
    /// publisher of a single type.
    func subscribe<T: Trait>(_ type: T.Type) -> AnyPublisher<any Event, HomeError>
}

extension DeviceType {
    /// The events of the endpoint with this device type. For a value that didn't come from a home, its publishers
    /// complete immediately.
    public var events: any EventController { EndpointEvents(traits.interaction) }
}

extension Structure {
    /// The events of the structure's own traits.
    public var events: any EventController {
        EndpointEvents(
            TraitInteraction(target: TraitTarget(deviceID: id, endpoint: 0), proxy: reference.connection))
    }
}

/// The events of one endpoint's traits.
private struct EndpointEvents: EventController, CustomStringConvertible, CustomDebugStringConvertible {
    private let target: TraitTarget
    private let connection: HomeConnection?

    init(_ interaction: TraitInteraction) {
        target = interaction.target
        connection = interaction.proxy as? HomeConnection
    }

    var description: String { "EventController(\(target))" }
    var debugDescription: String { description }

    func contains<E: Event>(_ type: E.Type) -> Bool {
        connection?.withCache { [target] in $0.shownRecords(of: target)[E.traitID] != nil } ?? false
    }

    func subscribe<E: Event>(_ type: E.Type) -> AnyPublisher<E, HomeError> {
        publisher(of: E.traitID) { event in
            event.eventID == E.eventID ? E(event) : nil
        }
    }

    func subscribe<T: Trait>(_ type: T.Type) -> AnyPublisher<any Event, HomeError> {
        publisher(of: T.descriptor.id) { event in
            T.supportedEventTypes.first { $0.eventID == event.eventID }.flatMap { $0.init(event) }
        }
    }

    private func publisher<Output: Sendable>(
        of traitID: UInt32, read: @escaping @Sendable (HomeReport.EventOccurrence) -> Output?
    ) -> AnyPublisher<Output, HomeError> {
        guard let connection else { return Empty(completeImmediately: true).eraseToAnyPublisher() }
        let path = TraitPath(connection.withCache { [target] in $0.eventTarget(of: traitID, at: target) }, traitID)
        return SourcePublisher(later: connection.later) { wake in
            EventSource(connection, path, wake: wake, read: read)
        }.eraseToAnyPublisher()
    }
}

extension Event {
    /// nil if the payload can't be decoded. A hub checks payloads, so this doesn't normally happen.
    init?(_ event: HomeReport.EventOccurrence) {
        guard let payload = try? Payload(serialized: event.payload.span.bytes) else { return nil }
        self.init(payload: payload, metadata: event.metadata)
    }
}
