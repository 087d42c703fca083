public import HearthCombine
internal import HearthMessage
public import HearthTraitCore

/// What happens on a device, as events: a key is pressed, a lock is opened, an alarm goes off.
///
/// A subscriber gets each event since its subscription once and in order, also those that happen while the hub is out
/// of reach, as far as the hub keeps them: 10,000 for each structure by default.
public protocol EventController: Sendable {
    /// Whether events of this type may come: whether the device has their trait now.
    func contains<E: Event>(_ type: E.Type) -> Bool

    /// The events of one type. Finishes at once when the device does not have their trait, and when the device is
    /// removed; fails with `.resourceExhausted` when 10,000 events wait unread.
    func subscribe<E: Event>(_ type: E.Type) -> AnyPublisher<E, HomeError>

    /// All events of a trait that ``Trait/supportedEventTypes`` names, in their order. Finishes and fails as the
    /// publisher of one type does.
    func subscribe<T: Trait>(_ type: T.Type) -> AnyPublisher<any Event, HomeError>
}

extension DeviceType {
    /// The events of the part of the device that is of this type.
    public var events: any EventController { TraitEvents(traits: traits) }
}

/// The events of the traits of one endpoint.
struct TraitEvents: EventController {
    let traits: TraitCollection

    func contains<E: Event>(_ type: E.Type) -> Bool { traits.contains(E.Source.self) }

    func subscribe<E: Event>(_ type: E.Type) -> AnyPublisher<E, HomeError> {
        publisher(of: E.Source.self) { event in
            event.eventID == E.eventID ? E(event) : nil
        }
    }

    func subscribe<T: Trait>(_ type: T.Type) -> AnyPublisher<any Event, HomeError> {
        publisher(of: type) { event in
            T.supportedEventTypes.first { $0.eventID == event.eventID }.flatMap { $0.init(event) }
        }
    }

    private func publisher<T: Trait, Output: Sendable>(
        of type: T.Type, read: @escaping @Sendable (HomeReport.EventOccurrence) -> Output?
    ) -> AnyPublisher<Output, HomeError> {
        guard traits.contains(type), let connection = traits.interaction.proxy as? HomeConnection else {
            return Empty(completeImmediately: true).eraseToAnyPublisher()
        }
        let path = TraitPath(traits.interaction.target, T.descriptor.id)
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
