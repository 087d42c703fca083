internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// Instance ids never change, and are not stored.
@Suite struct InstanceIDTests {
    private let light = ServiceKey(endpoint: 1, type: .lightbulb)
    private let maker: UInt32 = 0xFFF1_FC01

    /// All ids of a device, by their objects.
    private func ids(_ device: DeviceSnapshot) -> [String: UInt64] {
        var ids: [String: UInt64] = [:]
        for service in AccessoryView(device).accessory().services {
            let name = "\(service.key.endpoint)/\(service.type.uuid.full)/\(service.key.part)"
            ids[name] = service.id
            for characteristic in service.characteristics { ids["\(name)/\(characteristic.type)"] = characteristic.id }
        }
        return ids
    }

    /// A composed device: lamps, a maker's trait, a television with inputs, a lock with a door sensor.
    private func composed(_ numbers: [UInt16]) -> DeviceSnapshot {
        let endpoints = numbers.map { number in
            switch number {
            case 7:
                endpoint(
                    7, 0xFFF1_0001,
                    [maker: [0: .unsigned(30), 1: .unsigned(90), 2: .unsigned(1), 3: .string("Shop")]])
            case 8:
                endpoint(8, 0x28, [0x6: [0: .bool(true)], 0x507: [0: .list([input(1), input(2)]), 1: .unsigned(1)]])
            case 9: endpoint(9, 0xA, [0x101: [0: .unsigned(1), 3: .unsigned(1)]])
            default: endpoint(number, 0x101, [0x6: [0: .bool(true)], 0x8: [0: .unsigned(9)]])
            }
        }
        return DeviceSnapshot(id: "d", name: "d", endpoints: endpoints)
    }

    private func input(_ index: UInt64) -> TraitValue {
        .structure([0: .unsigned(index), 1: .unsigned(4), 2: .string("Input \(index)"), 3: .string("")])
    }

    /// The same in another program, after a restart, next year: controllers remember the numbers.
    @Test func theNumbersStayForEver() {
        let spinner = ServiceKey(endpoint: 1, type: MakerService.type(ofTrait: maker))
        let label = MakerService.type(ofAttribute: 3, trait: maker)
        expect(ServiceKey.information.instanceID, equals: 1)
        expect(CharacteristicKey(.information, .name).instanceID, equals: 507_974)
        expect(light.instanceID, equals: 34_103_296)
        expect(CharacteristicKey(light, .on).instanceID, equals: 34_103_370)
        expect(spinner.instanceID, equals: 562_889_756_835_841)
        expect(CharacteristicKey(spinner, label).instanceID, equals: 562_889_756_835_849)
    }

    @Test func theOrderOfADescriptionTellsNothing() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        let numbers: [UInt16] = [1, 2, 7, 8, 9]
        let known = ids(composed(numbers))
        expect(Set(known.values).count, equals: known.count)
        expect(known.count, isAbove: 30)
        for _ in 0..<20 {
            expect(ids(composed(numbers.shuffled(using: &dice))), equals: known, "seed \(seed)")
        }
    }

    @Test func absentEndpointsDoNotChangeOtherIds() {
        let known = ids(composed([1, 2, 7, 8, 9]))
        for some in [[2], [2, 7], [9, 8], [1, 9]] as [[UInt16]] {
            let now = ids(composed(some))
            expect(now.allSatisfy { known[$0.key] == $0.value })
        }
        let more = ids(composed([1, 2, 3, 7, 8, 9]))
        expect(more.filter { known[$0.key] != nil }, equals: known)
        let new = more.filter { known[$0.key] == nil }
        expect(!new.isEmpty)
        expect(Set(new.values).isDisjoint(with: known.values))
    }

    @Test func everyServiceOfTheTableHasIds() {
        for row in ServiceTable.all + [ServiceTable.information] {
            let key = ServiceKey(endpoint: .max, type: row.type, part: row.part)
            expect(key.instanceID != nil, "\(row.type)")
            for link in row.links { expect(CharacteristicKey(key, link.type).instanceID != nil, "\(link.type)") }
        }
        for service in ServiceCatalogue.all { expect(ServiceKey(endpoint: 1, type: service.type).instanceID != nil) }
        for characteristic in CharacteristicCatalogue.all {
            expect(CharacteristicKey(light, characteristic.type).instanceID != nil)
        }
    }

    /// For random devices: ids are unique and not 0, and exact in JSON readers except for makers' traits on endpoints
    /// from the 32nd on.
    @Test func noTwoThingsHaveTheSame() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        let extremes: [UInt16] = [0, 1, 2, 31, 255, 4_095, 65_534, .max]
        let traits: [UInt32] = [0x44, 0x403, 0x1_0006, 0x1_FC00, maker, 0xFFF1_FC02, 0xFFF4_FFFE, 0xFFF4_7FFF]
        let attributes: [UInt32] = [0, 1, 0x4FFF, 0x7FFD, 0xFFF1_0002]
        var known: [UInt64: CharacteristicKey] = [:]
        var services: [UInt64: ServiceKey] = [1: .information]
        for _ in 0..<20_000 {
            let service: ServiceKey, type: CharacteristicType
            if dice.below(2) == 0 {
                service = ServiceKey(
                    endpoint: extremes[dice.below(extremes.count)],
                    type: ServiceCatalogue.all[dice.below(ServiceCatalogue.all.count)].type,
                    part: [0, 1, 0x101, 0x40C, 4_095][dice.below(5)])
                type = CharacteristicCatalogue.all[dice.below(CharacteristicCatalogue.all.count)].type
            } else {
                let trait = traits[dice.below(traits.count)]
                service = ServiceKey(
                    endpoint: extremes[dice.below(extremes.count)], type: MakerService.type(ofTrait: trait))
                type = MakerService.type(ofAttribute: attributes[dice.below(attributes.count)], trait: trait)
            }
            let key = CharacteristicKey(service, type)
            guard let id = key.instanceID, let whole = service.instanceID else {
                Issue.record("seed \(seed): \(key)")
                continue
            }
            expect(known.updateValue(key, forKey: id) ?? key, equals: key, "seed \(seed)")
            expect(services.updateValue(service, forKey: whole) ?? service, equals: service, "seed \(seed)")
            expect(id != 0 && whole != 0 && services[id] == nil && known[whole] == nil, "seed \(seed): \(key)")
            let isSmall = service.endpoint <= 31 || MakerService.trait(of: service.type) == nil
            expect(!isSmall || max(id, whole) < 1 << 53, "seed \(seed): \(key)")
        }
    }

    @Test func unknownServicesHaveNoId() {
        let own = ServiceType(HAPUUID(high: 5, low: 6))
        expectNil(ServiceKey(endpoint: 1, type: own).instanceID)
        expectNil(ServiceKey(endpoint: 1, type: ServiceType(HAPUUID(short: 0))).instanceID)
        expectNil(ServiceKey(endpoint: 1, type: ServiceType(HAPUUID(short: 0x1000))).instanceID)
        expectNil(ServiceKey(endpoint: 1, type: .inputSource, part: 4_096).instanceID)
        expectNil(ServiceKey(endpoint: 0, type: MakerService.type(ofTrait: 0)).instanceID)
        expectNil(ServiceKey(endpoint: 1, type: MakerService.type(ofTrait: maker), part: 1).instanceID)
        let spinner = ServiceKey(endpoint: 1, type: MakerService.type(ofTrait: maker))
        expectNil(CharacteristicKey(spinner, .on).instanceID)
        expectNil(CharacteristicKey(spinner, MakerService.type(ofAttribute: 0, trait: maker + 1)).instanceID)
        expectNil(CharacteristicKey(spinner, MakerService.type(ofAttribute: 0x7FFF, trait: maker)).instanceID)
        expectNil(CharacteristicKey(light, MakerService.type(ofAttribute: 0, trait: maker)).instanceID)
    }

    /// A device's list of inputs may have any content.
    @Test func anInputThatNoNumberFitsIsLeftOut() {
        let television = endpoint(
            8, 0x28, [0x6: [0: .bool(true)], 0x507: [0: .list([input(1), input(70_000), input(1)]), 1: .unsigned(1)]])
        let accessory = AccessoryView(DeviceSnapshot(id: "d", name: "d", endpoints: [television])).accessory()
        expect(accessory.services(of: .inputSource).map(\.key.part), equals: [1])
    }
}
