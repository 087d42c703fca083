internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

@Suite struct AccessoryViewTests {
    private let light = device(
        0x010D,
        [
            0x6: [0: .bool(true)], 0x8: [0: .unsigned(127), 2: .unsigned(1), 3: .unsigned(254)],
            0x300: [0: .unsigned(1), 1: .unsigned(2), 7: .unsigned(300), features: .unsigned(0x11)],
        ])
    private let key = ServiceKey(endpoint: 1, type: .lightbulb)

    @Test func aChangedAttributeTouchesWhatComesFromIt() {
        let view = AccessoryView(light)
        func touched(_ trait: UInt32, _ attributes: [UInt32]) -> [CharacteristicType] {
            view.touched(endpoint: 1, trait: trait, attributes: attributes).map(\.type)
        }
        expect(touched(0x6, [0]), equals: [.on])
        expect(touched(0x8, [0]), equals: [.brightness])
        expect(touched(0x8, [3]), equals: [.brightness])
        expect(touched(0x300, [0, 1]), equals: [.hue, .saturation])
        expect(touched(0x300, [0x400B]), equals: [.colorTemperature])
        expect(touched(0x8, [17]), equals: [])
        expect(view.touched(endpoint: 2, trait: 0x6, attributes: [0]).isEmpty)
    }

    @Test func missingCharacteristicIsError2() {
        let view = AccessoryView(light)
        func code(_ key: CharacteristicKey) -> Int? {
            do throws(CharacteristicError) {
                _ = try view.value(of: key)
                return nil
            } catch {
                return error.code.rawValue
            }
        }
        expectNil(code(CharacteristicKey(key, .on)))
        expect(code(CharacteristicKey(key, .volume)), equals: 2)
        expect(code(CharacteristicKey(ServiceKey(endpoint: 2, type: .lightbulb), .on)), equals: 2)
        expect(code(CharacteristicKey(.information, .identify)), equals: 6)
        expect(view.sent(.lightbulb, [(.volume, .int(1))]), equals: ["Volume: 2"])
    }

    @Test func oneBadWriteDoesNotStopTheOthers() {
        let sent = AccessoryView(light).sent(
            .lightbulb, [(.brightness, .float(.nan)), (.hue, .int(361)), (.on, .bool(false))])
        expect(sent, equals: ["OnOff.Off", "Brightness: 43", "Hue: 45"])
    }

    @Test func lastOfTwoWritesCounts() {
        let sent = AccessoryView(light).sent(.lightbulb, [(.on, .bool(true)), (.on, .bool(false))])
        expect(sent, equals: ["OnOff.Off"])
    }

    @Test func exactlyOneServiceIsPrimary() {
        let battery = endpoint(1, 0x11, [0x2F: [14: .unsigned(0)]])
        let lamp = endpoint(2, 0x100, [0x6: [0: .bool(true)]])
        let accessory = AccessoryView(DeviceSnapshot(id: "d", name: "d", endpoints: [battery, lamp])).accessory()
        expect(accessory.services.filter(\.isPrimary).map(\.type), equals: [.lightbulb])
        let cell = AccessoryView(DeviceSnapshot(id: "d", name: "d", endpoints: [battery])).accessory()
        expect(cell.services.filter(\.isPrimary).map(\.type), equals: [.battery])
        expect(cell.services(of: .battery).count, equals: 1)
        expect(cell.services(of: .lightbulb).isEmpty)
    }

    /// Random attributes of a device: each value is in the shown limits, and nothing traps.
    @Test func everyValueIsInItsLimits() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        for _ in 0..<400 {
            let view = AccessoryView(dice.device())
            for service in view.accessory().services {
                for characteristic in service.characteristics {
                    guard let value = characteristic.value else { continue }
                    let metadata = characteristic.metadata
                    if let number = value.number, metadata.format != .bool {
                        expect(number, isAtLeast: metadata.minimum ?? number, "seed \(seed): \(characteristic)")
                        expect(number, isAtMost: metadata.maximum ?? number, "seed \(seed): \(characteristic)")
                    }
                    if let text = value.text { expect(text.count, isAtMost: 256, "seed \(seed)") }
                }
            }
        }
    }

    /// A lock and an alarm system that take a code: what a write without one and with one becomes.
    @Test func codesAreAuthorizationData() {
        func written(
            _ view: AccessoryView, _ service: ServiceType, _ type: CharacteristicType, _ value: Double, _ code: String?
        ) -> [TraitRequest] {
            let write = CharacteristicWrite(
                CharacteristicKey(ServiceKey(endpoint: 1, type: service), type), .float(value),
                authorization: code.map { Array($0.utf8) })
            let plan = view.plan(for: [write])
            expect(
                plan.refused.map(\.error.code),
                equals: plan.requests.isEmpty ? [.invalidOrMissingAuthorizationData] : [])
            return plan.requests
        }
        func needs(_ view: AccessoryView, _ service: ServiceType, _ type: CharacteristicType) -> Bool? {
            view.shown(service)?[type]?.permissions.contains(.additionalAuthorization)
        }
        let system = AccessoryView(
            device(0xFFF0_0001, [0xFFF0_FC01: [0: .unsigned(1), 1: .unsigned(1), 5: .bool(false), 6: .bool(true)]]))
        let target = CharacteristicType.securitySystemTargetState
        func request(_ trait: UInt32, _ content: TraitRequest.Content, isTimed: Bool = false) -> [TraitRequest] {
            [TraitRequest(endpoint: 1, trait: trait, content: content, isTimed: isTimed)]
        }
        expect(needs(system, .securitySystem, target), equals: true)
        expect(written(system, .securitySystem, target, 3, nil), equals: [])
        expect(
            written(system, .securitySystem, target, 3, "12"),
            equals: request(0xFFF0_FC01, .command(0, [0: .unsigned(3), 1: .octets([0x31, 0x32])])))
        expect(
            written(system, .securitySystem, target, 1, nil), equals: request(0xFFF0_FC01, .update([1: .unsigned(1)])))
        let lock = AccessoryView(device(0xA, [0x101: [0: .unsigned(1), 51: .bool(true), features: .unsigned(0x81)]]))
        expect(needs(lock, .lockMechanism, .lockTargetState), equals: true)
        expect(written(lock, .lockMechanism, .lockTargetState, 0, nil), equals: [])
        expect(
            written(lock, .lockMechanism, .lockTargetState, 0, "12"),
            equals: request(0x101, .command(1, [0: .octets([0x31, 0x32])]), isTimed: true))
        let open = AccessoryView(device(0xA, [0x101: [0: .unsigned(1), 51: .bool(true), features: .unsigned(0)]]))
        expect(needs(open, .lockMechanism, .lockTargetState), equals: false)
        // Apps may give data to accessories that need none.
        for code in [nil, "12"] {
            expect(
                written(open, .lockMechanism, .lockTargetState, 0, code),
                equals: request(0x101, .command(1, [:]), isTimed: true))
        }
    }

    /// Random writes: each sent value is in the ranges of the schema, and nothing traps.
    @Test func everyWriteSendsWhatTheSchemaAllows() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        for _ in 0..<300 {
            let view = AccessoryView(dice.device())
            var writes: [CharacteristicWrite] = []
            for service in view.accessory().services {
                for characteristic in service.characteristics where dice.below(3) == 0 {
                    let value: CharacteristicValue =
                        dice.below(3) == 0 ? .bool(dice.below(2) == 0) : .float(dice.number())
                    let small = CharacteristicValue.int(Int64(dice.below(110)))
                    writes.append(
                        CharacteristicWrite(
                            CharacteristicKey(service.key, characteristic.type), dice.below(2) == 0 ? small : value))
                }
            }
            for request in view.plan(for: writes).requests {
                guard let descriptor = knownTrait(request.trait) else {
                    Issue.record("seed \(seed): \(request)")
                    continue
                }
                switch request.content {
                case .command(let id, let arguments):
                    let command = descriptor.command(id)
                    expect(command != nil, "seed \(seed): \(request.words)")
                    expect(command?.isTimed, equals: request.isTimed, "seed \(seed): \(request.words)")
                    for (id, value) in arguments.fields {
                        expect(
                            command?.arguments.field(id)?.fits(value), equals: true, "seed \(seed): \(request.words)")
                    }
                case .update(let values):
                    for (id, value) in values.fields {
                        let attribute = descriptor.attribute(id)
                        expect(attribute?.isWritable, equals: true, "seed \(seed): \(request.words)")
                        expect(attribute?.field.fits(value), equals: true, "seed \(seed): \(request.words)")
                    }
                }
            }
        }
    }
}

extension FieldDescriptor {
    /// Whether a value has the type, and is in the limits that all devices share.
    fileprivate func fits(_ value: TraitValue) -> Bool {
        if value == .null { return isNullable }
        switch (type, value) {
        case (.boolean, .bool), (.string, .string), (.octets, .octets), (.structure, .structure): return true
        case (.unsigned, .unsigned(let number)), (.enumeration, .unsigned(let number)),
            (.bitmap, .unsigned(let number)):
            guard case .literal(let most) = max else { return number <= 65_535 }
            return number <= UInt64(clamping: most)
        case (.signed, .signed(let number)): return (-32_768...32_767).contains(number)
        default: return false
        }
    }
}

extension Dice {
    /// A device of any type with any values.
    mutating func device() -> DeviceSnapshot {
        let rows = ServiceTable.all.filter(\.isFromTraits)
        let endpoints = (0..<below(3) + 1).map { number -> EndpointSnapshot in
            let row = rows[below(rows.count)]
            var traits: [UInt32: StructureValue] = [:]
            for trait in row.traits + row.alsoTakes + row.links.flatMap(\.sources).map(\.trait) {
                guard let descriptor = knownTrait(trait) else { continue }
                var values: StructureValue = [features: .unsigned(UInt64(below(64)))]
                for attribute in descriptor.attributes where below(4) > 0 && attribute.id != features {
                    values[attribute.id] = value(attribute.field)
                }
                traits[trait] = values
            }
            let type = row.deviceTypes.isEmpty ? 0 : row.deviceTypes[below(row.deviceTypes.count)]
            return endpoint(UInt16(number), type, traits)
        }
        return DeviceSnapshot(id: "d", name: "Device", endpoints: endpoints)
    }

    private mutating func value(_ field: FieldDescriptor) -> TraitValue {
        if below(8) == 0 { return .null }
        if field.isList { return .list((0..<below(3)).map { _ in .structure([0: .unsigned(UInt64(below(9)))]) }) }
        switch field.type {
        case .boolean: return .bool(below(2) == 0)
        case .signed: return .signed(below(9) == 0 ? .min : Int64(below(8000)) - 3000)
        case .single: return .float(below(9) == 0 ? .infinity : Float(below(4000)))
        case .double: return .double(below(9) == 0 ? .nan : Double(below(4000)))
        case .string: return .string(String(repeating: "x", count: below(400)))
        case .octets: return .octets([1, 2])
        case .structure: return .structure([0: .unsigned(UInt64(below(5)))])
        default: return .unsigned(below(9) == 0 ? .max : UInt64(below(below(2) == 0 ? 8 : 300)))
        }
    }
}
