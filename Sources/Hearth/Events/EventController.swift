public import HearthCombine
internal import HearthMessage
public import HearthTraitCore

/// What happens on a device, as events: a key is pressed, a lock is opened, an alarm goes off.
///
/// A subscriber gets each event since its subscription once and in order, also those that happen while the hub is out
/// of reach, as far as the hub keeps them: 10,000 for each structure by default.
public protocol EventController: Sendable {
    /// Whether events of this type may come: whether their trait is there now.
    func contains<E: Event>(_ type: E.Type) -> Bool

    /// The events of one type. Finishes at once when their trait is not there, and when the device is removed; fails
    /// with `.resourceExhausted` when 10,000 events wait unread.
    func subscribe<E: Event>(_ type: E.Type) -> AnyPublisher<E, HomeError>

    /// All events of a trait that ``Trait/supportedEventTypes`` names, in their order. Finishes and fails as the
    /// publisher of one type does.
    func subscribe<T: Trait>(_ type: T.Type) -> AnyPublisher<any Event, HomeError>
}

extension DeviceType {
    /// The events of the part of the device that is of this type. Of a value that did not come from a home they finish
    /// at once.
    public var events: any EventController { EndpointEvents(traits.interaction) }
}

extension Structure {
    /// The events of the structure's own traits.
    public var events: any EventController {
        EndpointEvents(
            TraitInteraction(target: TraitTarget(deviceID: id, endpoint: 0), proxy: reference.connection))
    }
}

/// The events of the traits of one endpoint.
private struct EndpointEvents: EventController {
    private let target: TraitTarget
    private let connection: HomeConnection?

    init(_ interaction: TraitInteraction) {
        target = interaction.target
        connection = interaction.proxy as? HomeConnection
    }

    func contains<E: Event>(_ type: E.Type) -> Bool {
        connection?.withCache { [target] in $0.records(of: target)[E.traitID] != nil } ?? false
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
        let path = TraitPath(target, traitID)
        return SourcePublisher { wake in EventSource(connection, path, wake: wake, read: read) }.eraseToAnyPublisher()
    }
}

extension Event {
    /// nil when the payload can't be read, which a hub that has checked it does not send.
    fileprivate init?(_ event: HomeReport.EventOccurrence) {
        guard let payload = try? Payload(serialized: event.payload.span.bytes) else { return nil }
        self.init(payload: payload, metadata: event.metadata)
    }
}
