internal import Expectations
@testable internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

/// Whatever devices report and clients send: attributes keep the schemas' rules, and nothing traps.
struct RandomStateTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        /// SplitMix64 (Steele, Lea and Flood, 2014).
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let numbers: [Double] = [
        0, 1, -1, 0.5, 0.001, 20.5, 100, 254, 255, 360, 65_536, 1e9, -1e9, 1e19, 1e300, -1e300, .infinity, .nan,
        .leastNonzeroMagnitude,
    ]
    private static let words = [
        "", "on", "off", "open", "opening", "closing", "idle", "locked", "unlocked", "jammed", "heat", "cool", "auto",
        "heating", "playing", "paused", "cleaning", "error", "armed_away", "triggered", "disarmed", "reverse", "None",
        "single", "\u{0}\u{7}", String(repeating: "é", count: 2000),
    ]

    private static func value(_ random: inout Random) -> EntityValue {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .unknown
        case 1: .bool(Bool.random(using: &random))
        case 2, 3: .number(numbers.randomElement(using: &random) ?? 0)
        default: .text(words.randomElement(using: &random) ?? "")
        }
    }

    @Test func attributesKeepTheRules() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = Random(state: seed)
        var kinds = EndpointPlanTests.kinds
        kinds += Measure.table.map { .sensor(deviceClass: $0.deviceClass, unit: $0.unit, stateClass: "total") }
        kinds += FlagClass.table.keys.sorted().map { .flag(deviceClass: $0) }
        for kind in kinds {
            var machine = try TestDevice([Entity(key: "e", name: "E", kind: kind)]).machine()
            for _ in 0..<30 {
                var values: [EntityProperty: EntityValue] = [:]
                for property in EntityProperty.allCases where Bool.random(using: &random) {
                    values[property] = Self.value(&random)
                }
                let event = EntityReport.Event(entity: "e", type: Self.words.randomElement(using: &random) ?? "")
                machine.take(["e": values], events: [event])
                for (key, attributes) in machine.values {
                    let trait = try require(StandardTraits.descriptors.first { $0.id == key.traitID })
                    expect(trait.mistakes(in: attributes, present: attributes), equals: [:], "\(kind), seed \(seed)")
                }
                for event in machine.last.change?.events ?? [] {
                    let trait = try require(StandardTraits.descriptors.first { $0.id == event.traitID })
                    let descriptor = try require(trait.event(event.eventID))
                    let key = DeviceChange.TraitKey(endpoint: event.endpoint, traitID: event.traitID)
                    try trait.checkEvent(descriptor, event.fields, attributes: machine.values[key] ?? [:])
                }
                try command(&machine, &random)
            }
        }
    }

    /// Sends a command and a write of random values to a random trait.
    private func command(_ machine: inout TestMachine, _ random: inout Random) throws {
        guard
            let key = machine.values.keys.sorted(by: { ($0.endpoint, $0.traitID) < ($1.endpoint, $1.traitID) })
                .randomElement(using: &random),
            let trait = StandardTraits.descriptors.first(where: { $0.id == key.traitID })
        else { return }
        let path = TraitPath(TraitTarget(deviceID: "test-d", endpoint: key.endpoint), key.traitID)
        if let command = trait.commands.randomElement(using: &random) {
            var arguments = StructureValue()
            for field in command.arguments.fields { arguments[field.id] = Self.argument(field, &random) }
            let invocation = CommandInvocation(path: path, command: command, arguments: arguments, cause: .device)
            _ = try? machine.machine.begin(invocation)
        }
        if let attribute = trait.attributes.filter(\.isWritable).randomElement(using: &random) {
            let values: StructureValue = [attribute.field.id: Self.argument(attribute.field, &random)]
            _ = try? machine.machine.begin(AttributeUpdate(path: path, values: values, cause: .device))
        }
    }

    private static func argument(_ field: FieldDescriptor, _ random: inout Random) -> TraitValue {
        switch field.type {
        case .boolean: .bool(Bool.random(using: &random))
        case .unsigned(let bits):
            .unsigned(UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64(64 - min(bits, 64)))
        case .enumeration, .bitmap: .unsigned(UInt64.random(in: 0...255, using: &random))
        case .signed(let bits): .signed(Int64.random(in: .min ... .max, using: &random) >> Int64(64 - min(bits, 64)))
        case .single: .float(Float(numbers.randomElement(using: &random) ?? 0))
        case .double: .double(numbers.randomElement(using: &random) ?? 0)
        case .string: .string(words.randomElement(using: &random) ?? "")
        case .octets: .octets([0xFF, 0x31])
        case .structure: .null
        }
    }
}
