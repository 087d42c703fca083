internal import Expectations
internal import HearthEntities
internal import HearthJSON
internal import HearthTraitCore
internal import HearthZigbee2MQTT

/// What the properties of a model become: the attributes that change when a property changes.
struct Meanings {
    /// A property without parts, with the keys to its value.
    private struct Leaf {
        let path: [String]
        let expose: JSONValue
    }

    private let map: DeviceMap
    private let machine: EntityMachine
    private let traits: [DeviceChange.TraitKey: TraitDescriptor]
    private var leaves: [Leaf] = []
    /// A state with each property that is reported.
    private var state = JSONValue.object([:])

    init(_ definition: JSONValue) throws {
        let entry: [String: JSONValue] = [
            "ieee_address": .string("0x1"), "friendly_name": .string("Model"), "definition": definition,
        ]
        let device = try require(BridgeDevice(.object(entry)))
        map = DeviceMap(device, try require(device.definition))
        var machine = EntityMachine(prefix: "")
        let first = try require(machine.describe(map.device).description)
        let all = machine.turn(Set(map.device.entities.map(\.key)), on: true, of: first.id).description ?? first
        self.machine = machine
        traits = Self.traits(of: all)
        for expose in definition["exposes"]?.items ?? [] { addLeaves(expose, at: []) }
        for leaf in leaves where isRead(leaf.path) {
            if let sample = Self.samples(leaf.expose).first {
                state = Self.setting(leaf.path[...], to: sample, in: state)
            }
        }
    }

    private static func traits(of description: DeviceDescription) -> [DeviceChange.TraitKey: TraitDescriptor] {
        var traits: [DeviceChange.TraitKey: TraitDescriptor] = [:]
        for endpoint in description.endpoints {
            for trait in endpoint.traits {
                traits[DeviceChange.TraitKey(endpoint: endpoint.id, traitID: trait.descriptor.id)] = trait.descriptor
            }
        }
        return traits
    }

    private mutating func addLeaves(_ expose: JSONValue, at path: [String]) {
        let name = expose["name"]?.string ?? ""
        let property = expose["property"]?.string ?? name
        let isThing = ["light", "switch", "cover", "lock", "climate", "fan"].contains(expose["type"]?.string)
        let features = expose["features"]?.items ?? []
        guard features.isEmpty else {
            for feature in features { addLeaves(feature, at: isThing ? path : path + [property]) }
            return
        }
        // Inside of a colour the state has names without the endpoint.
        let inner = [property, name].map { path + [$0] }.first { isRead($0) || !setters($0).isEmpty }
        let leaf = Leaf(path: inner ?? path + [property], expose: expose)
        if !leaves.contains(where: { $0.path == leaf.path }) { leaves.append(leaf) }
    }

    private func isRead(_ path: [String]) -> Bool { map.reads.contains { $0.path == path } }

    /// The entities whose commands set a property.
    private func setters(_ path: [String]) -> Set<String> {
        let writing = map.writes.filter { $0.value.values.contains { path.starts(with: $0.path) } }.keys
        let acting = map.actions.filter { $0.value.values.contains { path.count == 1 && $0[path[0]] != nil } }.keys
        return Set(writing).union(acting)
    }

    /// A line for each property: `->` if it is only read, `<-` if it is only set, and `<>` for both.
    var lines: [String] {
        leaves.map { leaf in
            let name = "  " + leaf.path.joined(separator: ".")
            let setters = setters(leaf.path)
            if isRead(leaf.path) { return "\(name) \(setters.isEmpty ? "->" : "<>") \(changed(by: leaf))" }
            if !setters.isEmpty { return "\(name) <- \(set(by: leaf) ?? traits(of: setters))" }
            if map.events?.property == leaf.path.joined() {
                let sources = map.device.entities.map(\.key).filter { $0 == "action" || $0.hasPrefix("action:") }
                return "\(name) -> events of \(traits(of: Set(sources)))"
            }
            let reason = map.leftOut.first { left in
                (1...leaf.path.count).contains { leaf.path.prefix($0).joined(separator: ".") == left.property }
            }
            return "\(name) left out: \(reason?.reason ?? "without a reason")"
        }
    }

    /// The attributes that differ between states with different values of a property: beside the other properties, or
    /// alone where another one says the same.
    private func changed(by leaf: Leaf) -> String {
        let own = JSONValue.object(state.members.filter { $0.key == leaf.path[0] })
        let names = [state, own].lazy.map { changed(by: leaf, in: $0) }.first { !$0.isEmpty }
        return names?.sorted().joined(separator: ", ") ?? "nothing"
    }

    private func changed(by leaf: Leaf, in state: JSONValue) -> Set<String> {
        var machine = machine
        var names: Set<String> = []
        for sample in Self.samples(leaf.expose).prefix(16) {
            report(state, &machine)
            names.formUnion(
                attributes(of: report(Self.setting(leaf.path[...], to: sample, in: state), &machine)))
        }
        return names
    }

    /// The attributes that would show a property that is only set; nil if there are none.
    private func set(by leaf: Leaf) -> String? {
        var machine = machine
        var names: Set<String> = []
        for (entity, writes) in map.writes {
            for (property, write) in writes where write.path == leaf.path {
                for value in Self.samples(leaf.expose).map({ write.conversion.value(of: $0) }) {
                    let state = EntityState(entity: entity, values: [property: value])
                    let reported = machine.report(EntityReport(deviceID: map.device.id, states: [state]))
                    names.formUnion(attributes(of: reported.change))
                }
            }
        }
        return names.isEmpty ? nil : names.sorted().joined(separator: ", ")
    }

    private func attributes(of change: DeviceChange?) -> Set<String> {
        var names: Set<String> = []
        for (key, values) in change?.attributes ?? [:] {
            guard let trait = traits[key] else { continue }
            names.formUnion(values.fields.keys.map { "\(trait.name).\(trait.attribute($0)?.field.name ?? "?")" })
        }
        return names
    }

    @discardableResult
    private func report(_ state: JSONValue, _ machine: inout EntityMachine) -> DeviceChange? {
        machine.report(EntityReport(deviceID: map.device.id, states: map.states(state))).change
    }

    /// The traits of the endpoints that some entities become.
    private func traits(of entities: Set<String>) -> String {
        var device = map.device
        device.entities = device.entities.filter { entities.contains($0.key) }
        for index in device.entities.indices {
            (device.entities[index].category, device.entities[index].isOffByDefault) = (.main, false)
        }
        var machine = EntityMachine(prefix: "")
        guard let description = try? machine.describe(device).description else { return "nothing" }
        let names = description.endpoints.filter { $0.id != 0 }.flatMap { $0.traits.map(\.descriptor.name) }
        return Set(names).subtracting(["Descriptor", "FixedLabel", "Identify"]).sorted().joined(separator: ", ")
    }

    /// Different values of a property.
    private static func samples(_ expose: JSONValue) -> [JSONValue] {
        switch expose["type"]?.string {
        case "binary": return [expose["value_on"] ?? .bool(true), expose["value_off"] ?? .bool(false)]
        case "enum": return expose["values"]?.items ?? []
        case "numeric":
            guard expose["value_min"] != nil || expose["value_max"] != nil else {
                return [0.25, 0.75, 10, 20].map { .number($0) }
            }
            let low = expose["value_min"]?.number ?? min(10, expose["value_max"]?.number ?? 10)
            let high = max(expose["value_max"]?.number ?? low + 10, low)
            return [0.25, 0.75].map { .number(low + (high - low) * $0) }
        case "text": return [.string("a"), .string("b")]
        default: return [.array([.number(1)]), .array([.number(2)])]
        }
    }

    private static func setting(_ path: ArraySlice<String>, to value: JSONValue, in whole: JSONValue) -> JSONValue {
        guard let key = path.first else { return value }
        var members = whole.members
        members[key] = setting(path.dropFirst(), to: value, in: members[key] ?? .object([:]))
        return .object(members)
    }
}
