internal import HearthTraitCore

/// The devices of a home by ID, and those of each attached provider: to find these takes no time for the others.
struct DeviceTable {
    typealias Entry = HomeDirectory.DeviceEntry

    private(set) var entries: [String: Entry] = [:]
    /// The IDs of the devices of each attached provider.
    private var ids: [ObjectIdentifier: Set<String>] = [:]

    init() {}

    /// Devices without providers.
    init(detached entries: [String: Entry]) { self.entries = entries }

    subscript(id: String) -> Entry? {
        get { entries[id] }
        set {
            let old = entries[id]?.port
            entries[id] = newValue
            guard old !== newValue?.port else { return }
            if let old {
                let key = ObjectIdentifier(old)
                ids[key]?.remove(id)
                if ids[key]?.isEmpty == true { ids[key] = nil }
            }
            if let port = newValue?.port { ids[ObjectIdentifier(port), default: []].insert(id) }
        }
    }

    /// The IDs of a provider's devices.
    func ids(of port: ProviderPort) -> Set<String> { ids[ObjectIdentifier(port)] ?? [] }
}
