internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// Random commands, writes and inputs at random times: nothing traps, values stay within their
/// limits, and the reports add up to the devices' final state.
@Suite(.timeLimit(.minutes(5)))
struct RandomCommandTests {
    @Test(arguments: 0..<4)
    func aHouseUnderRandomCommandsKeepsItsInvariants(_ run: Int) async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("random commands, run \(run), seed \(seed)")
        var random = SeededRandom(seed: seed)
        let stage = await Stage(seed: seed, isLively: true)
        for _ in 0..<600 {
            let device = try require(stage.devices.randomElement(using: &random))
            let endpoint = try require(device.endpoints.randomElement(using: &random))
            let trait = try require(endpoint.traits.randomElement(using: &random))
            let path = TraitPath(TraitTarget(deviceID: device.id, endpoint: endpoint.id), trait.descriptor.id)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5: await Self.command(stage, path, trait.descriptor, &random)
            case 5..<7: await Self.write(stage, path, trait.descriptor, &random)
            case 7: try await stage.home.play(Self.input(&random), on: device.id)
            default: await stage.clock.advance(by: .milliseconds(Int64.random(in: 0...4000, using: &random)))
            }
            Self.check(stage.recorder.values, seed)
        }
        await stage.clock.advance(by: .seconds(300))
        Self.check(stage.recorder.values, seed)
        var present: [DeviceDescription] = []
        for id in await stage.home.deviceIDs {
            present.append(try require(await stage.home.device(id)).description)
        }
        expect(Recorder.values(present), equals: stage.recorder.values, "seed \(seed)")
    }

    private static func command(
        _ stage: Stage, _ path: TraitPath, _ trait: TraitDescriptor, _ random: inout SeededRandom
    ) async {
        guard let command = trait.commands.randomElement(using: &random) else { return }
        let present = stage.recorder.values[path] ?? [:]
        let arguments = value(of: command.arguments, trait, &random)
        let isFair = Bool.random(using: &random)
        if isFair, (try? trait.checkArguments(of: command, arguments, attributes: present)) == nil { return }
        _ = try? await stage.home.invoke(
            CommandInvocation(path: path, command: command, arguments: arguments, cause: .client("random")))
    }

    private static func write(
        _ stage: Stage, _ path: TraitPath, _ trait: TraitDescriptor, _ random: inout SeededRandom
    ) async {
        let present = stage.recorder.values[path] ?? [:]
        let writable = trait.attributes.filter { $0.isWritable && present[$0.id] != nil }
        guard let attribute = writable.randomElement(using: &random) else { return }
        let values = StructureValue([attribute.id: value(attribute.field, trait, &random)])
        guard (try? trait.checkWrite(values, present: present)) != nil else { return }
        try? await stage.home.write(AttributeUpdate(path: path, values: values, cause: .client("random")))
    }

    // MARK: Values

    private static func value(
        of type: StructDescriptor, _ trait: TraitDescriptor, _ random: inout SeededRandom
    ) -> StructureValue {
        var result = StructureValue()
        for field in type.fields where !field.isOptional || Bool.random(using: &random) {
            result[field.id] = value(field, trait, &random)
        }
        return result
    }

    private static func value(
        _ field: FieldDescriptor, _ trait: TraitDescriptor, _ random: inout SeededRandom
    ) -> TraitValue {
        if field.isNullable, Int.random(in: 0..<4, using: &random) == 0 { return .null }
        guard !field.isList else { return .list([]) }
        switch field.type {
        case .boolean: return .bool(Bool.random(using: &random))
        case .unsigned(let bits): return .unsigned(number(bits, &random))
        case .signed(let bits):
            let half = Int64(1) << Int64(min(bits, 32) - 1)
            return .signed(
                Bool.random(using: &random)
                    ? Int64.random(in: -half..<half, using: &random) : Int64.random(in: -20...2600, using: &random))
        case .single: return .float(1)
        case .double: return .double(1)
        case .string:
            return .string(
                ["", "XX", "name", "a name that is far longer than thirty-two bytes"].randomElement(using: &random)
                    ?? "")
        case .octets:
            return .octets(Array(["1234", "0000", "12", "5555555555"].randomElement(using: &random)?.utf8 ?? "".utf8))
        case .enumeration: return .unsigned(UInt64.random(in: 0..<8, using: &random))
        case .bitmap: return .unsigned(UInt64.random(in: 0..<16, using: &random))
        case .structure(let index): return .structure(value(of: trait.structs[index], trait, &random))
        }
    }

    private static func number(_ bits: UInt8, _ random: inout SeededRandom) -> UInt64 {
        let top = bits >= 64 ? UInt64.max : (1 << UInt64(bits)) - 1
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return top
        case 1: return UInt64.random(in: 0...min(top, 20), using: &random)
        default: return UInt64.random(in: 0...min(top, 254), using: &random)
        }
    }

    private static func input(_ random: inout SeededRandom) -> PhysicalInput {
        let inputs: [PhysicalInput] = [
            .temperature(Int16.random(in: .min ... .max, using: &random)), .temperature(nil), .humidity(.max),
            .illuminance(0),
            .motion, .contact(isClosed: false), .contact(isClosed: true), .leak(isDetected: true), .switchPosition(1),
            .switchPosition(0), .switchPosition(255), .smoke(severity: 1), .smoke(severity: 0),
            .carbonMonoxide(severity: 255),
            .carbonMonoxide(severity: 0), .mute, .battery(halfPercent: 255), .battery(halfPercent: 3),
            .keypad(code: [], locks: false), .keypad(code: Array("1234".utf8), locks: true), .thumbTurn(locks: false),
            .toggle, .bridgeLink(isUp: false), .bridgeLink(isUp: true), .jam,
        ]
        return inputs.randomElement(using: &random) ?? .toggle
    }

    // MARK: Invariants

    private static func check(_ values: [TraitPath: StructureValue], _ seed: UInt64) {
        for (path, value) in values {
            func number(_ id: UInt32) -> Int64? { value[id]?.integer }
            let place = "\(path.target) with seed \(seed)"
            switch path.traitID {
            case Matter.LevelControlTrait.descriptor.id:
                let lowest = number(2) ?? 1
                if number(0).map({ (lowest...254).contains($0) }) != true {
                    Issue.record("level \(value[0] as Any) at \(place)")
                }
            case Matter.ThermostatTrait.descriptor.id:
                guard let heat = number(0x12), let cool = number(0x11), let band = number(0x19) else { continue }
                if heat + band * 10 > cool { Issue.record("heat \(heat), cool \(cool) at \(place)") }
                if heat < number(0x15) ?? 0 || heat > number(0x16) ?? 0 || cool < number(0x17) ?? 0
                    || cool > number(0x18) ?? 0
                {
                    Issue.record("a setpoint is beyond its limits at \(place)")
                }
            case Matter.ColorControlTrait.descriptor.id:
                if let mireds = number(7), mireds < number(0x400B) ?? 0 || mireds > number(0x400C) ?? 0 {
                    Issue.record("\(mireds) mired at \(place)")
                }
                if let hue = number(0), hue > 254 { Issue.record("hue \(hue) at \(place)") }
            case Matter.FanControlTrait.descriptor.id:
                if number(0) == 0, number(2) != 0 || number(3) != 0 {
                    Issue.record("a fan that is off blows at \(place)")
                }
            case Matter.WindowCoveringTrait.descriptor.id:
                if let position = number(0xE), position > 10000 { Issue.record("position \(position) at \(place)") }
            default: continue
            }
        }
    }
}
