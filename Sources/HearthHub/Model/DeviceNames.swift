internal import HearthBase

/// Which devices go by which name: to find one among many without looking at all.
struct DeviceNames: Sendable {
    private struct Entry: SortedElement, Comparable {
        /// What two names must differ in.
        let name: String
        let id: String

        var sortKey: Entry { self }

        static func < (left: Entry, right: Entry) -> Bool { (left.name, left.id) < (right.name, right.id) }
    }

    private var entries = SortedTable<Entry>()

    init() {}

    init(of devices: some Sequence<DeviceRecord>) {
        entries = SortedTable(devices.map(Self.entry).sorted())
    }

    mutating func insert(_ device: DeviceRecord) { entries.insert(Self.entry(device)) }

    mutating func remove(_ device: DeviceRecord) { entries.remove(Self.entry(device)) }

    /// The first device, by id, that goes by a name, other than one of them.
    func holder(of name: String, except id: String) -> String? {
        let key = NameRules.key(name)
        return entries[entries.firstIndex(notBefore: Entry(name: key, id: ""))...]
            .prefix { $0.name == key }.first { $0.id != id }?.id
    }

    private static func entry(_ device: DeviceRecord) -> Entry {
        Entry(name: NameRules.key(device.name), id: device.id)
    }
}
