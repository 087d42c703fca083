/// The instance ids of one accessory (HAP: iid), to be stored for as long as the device is in the home.
///
/// A service or characteristic gets its id when it is first seen and keeps it, also while it is away: no id is given
/// twice. The accessory's information always has 1.
public struct InstanceIDs: Hashable, Sendable {
    /// An id that was given.
    public struct Entry: Hashable, Sendable, Codable {
        /// The endpoint of the service.
        public let endpoint: UInt16
        /// The UUID of the service's type.
        public let service: String
        /// ``ServiceKey/part``.
        public let part: UInt32
        /// The UUID of the characteristic's type; nil for the service itself.
        public let characteristic: String?
        /// The id, from 1.
        public let id: UInt64
    }

    private struct Key: Hashable, Sendable {
        let service: ServiceKey
        let characteristic: CharacteristicType?
    }

    /// An id above it was not given here.
    private static let greatestStored = UInt64.max / 2

    private var ids: [Key: UInt64]
    private var next: UInt64

    /// Creates a table for a new device.
    public init() {
        ids = [Key(service: .information, characteristic: nil): 1]
        next = 2
    }

    /// The id of a service, given now if it has none.
    public mutating func assign(_ service: ServiceKey) -> UInt64 { assign(Key(service: service, characteristic: nil)) }

    /// The id of a characteristic, given now if it has none.
    public mutating func assign(_ characteristic: CharacteristicKey) -> UInt64 {
        assign(Key(service: characteristic.service, characteristic: characteristic.type))
    }

    private mutating func assign(_ key: Key) -> UInt64 {
        if let known = ids[key] { return known }
        let id = next
        // Half of all numbers are left, whatever was stored (`greatestStored`).
        next += 1
        ids[key] = id
        return id
    }

    /// All ids by rising number, for whoever stores them.
    public var entries: [Entry] {
        ids.map { key, id in
            Entry(
                endpoint: key.service.endpoint, service: key.service.type.uuid.full, part: key.service.part,
                characteristic: key.characteristic?.uuid.full, id: id)
        }.sorted { $0.id < $1.id }
    }

    /// The table of stored entries. Left out are entries without a UUID, with an id that another one has or that is 2⁶³
    /// or more, or with 1 for anything but the accessory's information.
    public init(_ entries: some Sequence<Entry>) {
        self.init()
        var given: Set<UInt64> = [1]
        for entry in entries {
            guard let service = HAPUUID(entry.service) else { continue }
            let characteristic = entry.characteristic.map { HAPUUID($0) }
            if let characteristic, characteristic == nil { continue }
            let key = Key(
                service: ServiceKey(endpoint: entry.endpoint, type: ServiceType(service), part: entry.part),
                characteristic: characteristic.flatMap { $0 }.map { CharacteristicType($0) })
            guard ids[key] == nil, (1...Self.greatestStored).contains(entry.id), given.insert(entry.id).inserted else {
                continue
            }
            ids[key] = entry.id
            next = max(next, entry.id + 1)
        }
    }
}

extension InstanceIDs: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try [Entry](from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        try entries.encode(to: encoder)
    }
}
