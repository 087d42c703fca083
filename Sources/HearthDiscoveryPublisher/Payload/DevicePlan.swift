internal import HearthTraitCatalog
internal import HearthTraitCore

/// A device with its components: what is announced of it, its states, and where commands go. A pure function of the
/// device.
struct DevicePlan: Sendable {
    /// A component at its endpoint.
    struct Entry: Sendable {
        let endpoint: UInt16
        let component: Component

        var key: String { component.key(endpoint) }

        /// The name of a value in the device's state.
        func member(_ property: Property) -> String { "e\(endpoint)_\(component.name(of: property))" }
    }

    let entries: [Entry]
    /// The components with their platforms, by key.
    let platforms: [String: String]
    /// ``platforms`` as text, for the broker to keep.
    let list: String

    /// - Parameter includesSensitive: whether components of a device with one of ``SensitiveTraits`` may take commands.
    init(_ device: PublishedDevice, includesSensitive: Bool) {
        // A lock's button or an alarm system's modes open and disarm as well, whatever trait they are.
        let isReadOnly =
            !includesSensitive && SensitiveTraits.contains(anyOf: device.endpoints.lazy.flatMap { $0.traits.keys })
        entries = device.endpoints.flatMap { endpoint in
            ComponentTable.components(Part(device: device, endpoint: endpoint))
                .filter { !isReadOnly || !$0.takesCommands }
                .map { Entry(endpoint: endpoint.number, component: $0) }
        }
        platforms = Dictionary(
            entries.map { ($0.key, $0.component.platform) }, uniquingKeysWith: { first, _ in first })
        list = JSON.object(platforms.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }).text
    }

    // MARK: States

    /// The states of a device by topic; all of them are kept at the broker.
    func states(_ device: PublishedDevice, _ slug: String, _ topics: Topics) -> [(topic: String, payload: JSON)] {
        var members: [(String, JSON)] = []
        var own: [(topic: String, payload: JSON)] = []
        for entry in entries {
            guard let part = part(entry.endpoint, of: device) else { continue }
            if let state = entry.component.ownState {
                own.append((topics.state(slug, entry.key), state(part)))
            }
            for property in entry.component.properties {
                guard let read = property.read else { continue }
                members.append((entry.member(property), read(part)))
            }
        }
        return (members.isEmpty ? [] : [(topics.state(slug), .object(members))]) + own
    }

    private func part(_ endpoint: UInt16, of device: PublishedDevice) -> Part? {
        device.endpoints.first { $0.number == endpoint }.map { Part(device: device, endpoint: $0) }
    }

    // MARK: Events

    /// What an event of a trait is at Home Assistant, with the key of its component; nil if it is nothing.
    func event(_ event: PublishedEvent) -> (key: String, type: String)? {
        for entry in entries where entry.endpoint == event.endpoint {
            for row in entry.component.events where row.trait == event.trait && row.event == event.event {
                if let type = row.type(event.fields) { return (entry.key, type) }
            }
        }
        return nil
    }

    // MARK: Commands

    /// What a command asks of the device.
    ///
    /// - Throws: if the device has no such property, or the payload makes no sense.
    func requests(
        _ payload: [UInt8], to property: String, _ endpoint: UInt16, of device: PublishedDevice
    ) throws(SetRefusal) -> [PublishedRequest] {
        guard let part = part(endpoint, of: device), let write = write(property, endpoint)
        else {
            throw SetRefusal("part \(endpoint) takes no command \(quotedBeginning(property))")
        }
        return try write(try SetPayload(payload), part)
    }

    private func write(_ property: String, _ endpoint: UInt16) -> Property.Write? {
        for entry in entries where entry.endpoint == endpoint {
            for candidate in entry.component.properties where entry.component.name(of: candidate) == property {
                if let write = candidate.write { return write }
            }
        }
        return nil
    }
}
