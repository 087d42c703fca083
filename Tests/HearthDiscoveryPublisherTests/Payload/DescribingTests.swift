internal import Expectations
@testable internal import HearthDiscoveryPublisher
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

/// What the announcement of a device depends on.
@Suite struct DescribingTests {
    private static let topics = Topics(prefix: "homeassistant", hubID: "0123abcd")

    private static func announcement(_ device: PublishedDevice) -> String {
        DeviceAnnouncement(
            device: device, plan: DevicePlan(device, includesSensitive: true), slug: device.id, topics: topics,
            version: "1.0", via: "hub", gone: [:]
        ).payload.text
    }

    @Test("A value that no announcement depends on does not change one")
    func otherValuesChangeNoAnnouncement() {
        var changed: [String] = []
        for (device, _) in Samples.all {
            let before = Self.announcement(device)
            for (index, endpoint) in device.endpoints.enumerated() {
                for (trait, values) in endpoint.traits where !DeviceAnnouncement.describes(trait) {
                    for (id, value) in values.fields
                    where !ComponentTable.describing.contains(AttributeID(trait: trait, id: id)) {
                        for other in Self.others(than: value) {
                            var device = device
                            device.endpoints[index].traits[trait]?[id] = other
                            if Self.announcement(device) != before {
                                changed.append("\(device.id) \(String(trait, radix: 16)).\(id) \(other)")
                            }
                        }
                    }
                }
            }
        }
        expect(changed, equals: [])
    }

    private static func others(than value: TraitValue) -> [TraitValue] {
        switch value {
        case .bool(let value): [.bool(!value), .null]
        case .unsigned: (0...8).map { .unsigned($0) } + [.null]
        case .signed: [.signed(-5), .signed(5_000), .null]
        case .float: [.float(1), .null]
        case .double: [.double(1), .null]
        case .string: [.string("other"), .null]
        default: [.null]
        }
    }

    @Test("Components of one endpoint never share a name, whatever traits it has")
    func namesOfOneEndpointDiffer() {
        var traits: [UInt32: StructureValue] = [:]
        var types: Set<UInt32> = []
        for (device, _) in Samples.all {
            for endpoint in device.endpoints {
                traits.merge(endpoint.traits) { first, _ in first }
                types.formUnion(endpoint.deviceTypes)
            }
        }
        // Each type decides on rows, so each comes alone, too.
        for types in types.sorted().map({ [$0] }) + [types.sorted()] {
            let endpoint = PublishedEndpoint(number: 1, deviceTypes: types, traits: traits)
            let device = PublishedDevice(id: "all", name: "All", endpoints: [endpoint])
            let entries = DevicePlan(device, includesSensitive: true).entries
            let names =
                entries.map(\.key)
                + entries.flatMap { entry in
                    entry.component.properties.map { entry.member($0) }.filter { $0 != entry.key }
                }
            expect(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted(), equals: [])
        }
    }

    @Test("The table names attributes, commands and events that exist")
    func everyNameOfTheTableExists() {
        expect(ComponentTable.describing.filter { $0.id == AttributeID.unknown }.count, equals: 0)
        let traits = Dictionary(uniqueKeysWithValues: StandardTraits.descriptors.map { ($0.id, $0) })
        // A name that does not exist reads nothing, so that a state stays null.
        let unknown = Samples.all.flatMap { device, _ in
            DevicePlan(device, includesSensitive: true).entries.flatMap { entry in
                entry.component.events.filter { traits[$0.trait]?.event($0.event) == nil }.map { _ in entry.key }
            }
        }
        expect(unknown, equals: [])
    }

    @Test("Lists of earlier runs may name the platforms of all components")
    func everyPlatformIsInTheTable() {
        let used = Samples.all.flatMap { device, _ in
            DevicePlan(device, includesSensitive: true).platforms.values
        }
        expect(Set(used).subtracting(ComponentTable.platforms).sorted(), equals: [])
    }

    @Test("Of all requests, a thermostat's mode and a water heater's boost need the right to manage")
    func modesAndBoostsNeedManage() {
        let traits = Dictionary(uniqueKeysWithValues: StandardTraits.descriptors.map { ($0.id, $0) })
        var guarded: Set<String> = []
        func note(_ trait: TraitDescriptor, _ name: String?, _ privilege: Privilege?) {
            guard let privilege, privilege <= .operate else {
                guarded.insert("\(trait.name).\(name ?? "?")")
                return
            }
        }
        for (device, commands) in Samples.all {
            let plan = DevicePlan(device, includesSensitive: true)
            for (endpoint, property, payload) in commands {
                let requests = (try? plan.requests(Array(payload.utf8), to: property, endpoint, of: device)) ?? []
                for request in requests {
                    guard let trait = traits[request.trait] else { continue }
                    switch request.content {
                    case .command(let id, _):
                        note(trait, trait.command(id)?.name, trait.command(id)?.invoke)
                    case .update(let values):
                        for id in values.fields.keys {
                            let attribute = trait.attributes.first { $0.id == id }
                            note(trait, attribute?.name, attribute?.write)
                        }
                    }
                }
            }
        }
        expect(
            guarded.sorted(),
            equals: ["Thermostat.systemMode", "WaterHeaterManagement.Boost", "WaterHeaterManagement.CancelBoost"])
    }
}
