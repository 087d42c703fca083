internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing
@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// A trait of a product has exactly the parts that its description lists, whatever its behaviour could do.
@Suite(.timeLimit(.minutes(5)))
struct ProductBehaviorTests {
    private static func list(_ ids: [UInt32]) -> TraitValue { .list(ids.map { .unsigned(UInt64($0)) }) }

    private static let lock: TraitDescriptor = Matter.DoorLockTrait.descriptor

    private static func product(_ traits: [ProductTrait]) -> VirtualProduct {
        VirtualProduct(
            id: "p", name: "P",
            identity: ProductIdentity(productName: "P", productID: 1, serialNumber: "1", uniqueID: "u"),
            endpoints: [
                ProductEndpoint(id: 0, parent: nil, deviceTypes: [], traits: []),
                ProductEndpoint(id: 1, parent: 0, deviceTypes: [], traits: traits),
            ])
    }

    private static func plain(
        _ trait: TraitDescriptor, _ values: StructureValue, commands: [UInt32], stored: Set<UInt32> = []
    ) -> ProductTrait {
        var attributes = values
        attributes[GlobalAttribute.acceptedCommandList] = list(commands)
        if attributes[GlobalAttribute.featureMap] == nil { attributes[GlobalAttribute.featureMap] = .unsigned(0) }
        return ProductTrait(
            descriptor: trait, attributes: attributes, stated: Set(values.fields.keys), stored: stored)
    }

    private func path(_ trait: TraitDescriptor) -> TraitPath {
        TraitPath(TraitTarget(deviceID: "p", endpoint: 1), trait.id)
    }

    private func send(
        _ home: VirtualHome, _ trait: TraitDescriptor, _ name: String, _ arguments: StructureValue = [:]
    ) async throws -> StructureValue? {
        let command = try require(trait.command(named: name))
        return try await home.invoke(
            CommandInvocation(path: path(trait), command: command, arguments: arguments, cause: .device))
    }

    @Test func aLightsLevelFollowsItsSwitchThoughBothAreAProducts() async throws {
        let (onOff, level) = (Matter.OnOffTrait.descriptor, Matter.LevelControlTrait.descriptor)
        let clock = ManualClock()
        let home = VirtualHome(
            products: [
                Self.product([
                    Self.plain(onOff, [0: .bool(false), 0xFFFC: .unsigned(1)], commands: [0, 1, 2]),
                    Self.plain(level, [0: .unsigned(80), 0xFFFC: .unsigned(3)], commands: [4]),
                ])
            ], clock: clock)
        let recorder = Recorder()
        recorder.begin(await home.start(hub: recorder, stored: StoredState()))
        expect(recorder.values[path(level)]?.fields.count, equals: 3, "only what is listed")
        let arguments: StructureValue = [0: .unsigned(200), 1: .null, 2: .unsigned(0), 3: .unsigned(0)]
        _ = try await send(home, level, "moveToLevelWithOnOff", arguments)
        await clock.advance(by: .seconds(2))
        expect(recorder.values[path(onOff)]?[0], equals: .bool(true))
        expect(recorder.values[path(level)]?[0], equals: .unsigned(200))
    }

    /// Commands that a behaviour lacks are still accepted where the product lists them, with a neutral answer.
    @Test func narrowBehavior() async throws {
        let trait = Self.lock
        let schedule = try require(trait.command(named: "getWeekDaySchedule"))
        let notices = Recorder.Lines()
        let home = VirtualHome(
            products: [Self.product([Self.plain(trait, [0: .unsigned(1)], commands: [0, schedule.id])])],
            clock: ManualClock()
        ) { notices.add($0) }
        _ = await home.start(hub: Recorder(), stored: StoredState())
        let answer = try await send(home, trait, "getWeekDaySchedule", [0: .unsigned(2), 1: .unsigned(7)])
        expect(answer?[0], equals: .unsigned(2))
        expect(answer?[1], equals: .unsigned(7))
        expect(notices.all, equals: ["DoorLock.getWeekDaySchedule is accepted but has no effect"])
        await expect(throws: TraitError.self) { _ = try await send(home, trait, "unlockDoor") }
    }

    @Test func adoptAndEmitRefuseWhatIsNotThere() async throws {
        let trait = Self.lock
        let home = VirtualHome(
            products: [Self.product([Self.plain(trait, [0: .unsigned(1)], commands: [])])], clock: ManualClock())
        let recorder = Recorder()
        _ = await home.start(hub: recorder, stored: StoredState())
        let path = path(trait)
        try await home.adopt([0: .unsigned(2)], of: path)
        expect(recorder.changes.last?.attributes.values.first, equals: [0: .unsigned(2)])
        await expect(throws: TraitError.self) { try await home.adopt([0x23: .unsigned(2)], of: path) }
        await expect(throws: TraitError.self) { try await home.adopt([0: .string("open")], of: path) }
        let elsewhere = TraitPath(path.target, 6)
        await expect(throws: TraitError.self) { try await home.adopt([0: .unsigned(2)], of: elsewhere) }
        await expect(throws: TraitError.self) { try await home.emit(99, [:], of: path) }
        await expect(throws: TraitError.self) { try await home.emit(0, [0: .string("no")], of: path) }
        try await home.emit(0, [:], of: path)
        expect(recorder.changes.last?.events.first?.fields, equals: [0: .unsigned(0)])
    }

    /// A product's file may give a standard trait any values.
    @Test(arguments: 0..<6)
    func noValuesThatAFileCouldGiveTroubleABehaviour(_ run: Int) async throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("any values, run \(run), seed \(seed)")
        var random = SeededRandom(seed: seed)
        for trait in StandardTraits.descriptors {
            let bits = UInt32.random(in: 0 ... .max, using: &random)
            var values: StructureValue = [GlobalAttribute.featureMap: .unsigned(UInt64(bits))]
            for attribute in trait.attributes where !GlobalAttribute.contains(attribute.id) {
                if Bool.random(using: &random) { values[attribute.id] = Self.any(attribute.field, of: trait, &random) }
            }
            let clock = ManualClock()
            let product = Self.product([
                Self.plain(trait, values, commands: trait.commands.map(\.id), stored: Set(values.fields.keys))
            ])
            let home = VirtualHome(products: [product], clock: clock)
            let recorder = Recorder()
            let stored = StoredState(Bool.random(using: &random) ? [path(trait): values] : [:])
            let first = await home.start(hub: recorder, stored: stored)
            recorder.begin(first)
            for command in trait.commands {
                let arguments = trait.restingValues(of: command.arguments)
                _ = try? await home.invoke(
                    CommandInvocation(path: path(trait), command: command, arguments: arguments, cause: .device))
                await clock.advance(by: .seconds(1))
            }
            for (id, value) in values.fields {
                try? await home.write(AttributeUpdate(path: path(trait), values: [id: value], cause: .device))
            }
            await clock.advance(by: .seconds(30))
            expect(recorder.values, equals: Recorder.values(await home.descriptions), "\(trait.name), seed \(seed)")
            await home.stop()
        }
    }

    /// A value of the field's type, within or outside its limits.
    private static func any(
        _ field: FieldDescriptor, of trait: TraitDescriptor, _ random: inout SeededRandom
    ) -> TraitValue {
        if field.isNullable, Int.random(in: 0..<4, using: &random) == 0 { return .null }
        if field.isList { return .list([]) }
        func unsigned(_ bits: UInt8) -> TraitValue {
            let all = UInt64.max >> UInt64(64 - min(64, max(1, bits)))
            let edges: [UInt64] = [0, 1, all, all - 1, .random(in: 0...all, using: &random)]
            return .unsigned(edges.randomElement(using: &random) ?? 0)
        }
        switch field.type {
        case .unsigned(let bits): return unsigned(bits)
        case .signed(let bits):
            let spare = Int64(64 - min(64, max(1, Int(bits))))
            return .signed(Int64.random(in: .min ... .max, using: &random) >> spare)
        case .enumeration(let index): return unsigned(trait.enums[index].bits)
        case .bitmap(let index): return unsigned(trait.bitmaps[index].bits)
        default: return trait.restingValue(of: field)
        }
    }
}
