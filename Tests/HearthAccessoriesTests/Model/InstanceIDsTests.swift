internal import Foundation
internal import HearthTraitModel
internal import ProcessTestSupport
internal import Testing

@testable internal import HearthAccessories

@Suite struct InstanceIDsTests {
    private let light = ServiceKey(endpoint: 1, type: .lightbulb)

    @Test func theInformationIs1AndNothingElse() {
        var ids = InstanceIDs()
        #expect(ids.assign(light) == 2)
        #expect(ids.assign(.information) == 1)
        #expect(ids.assign(CharacteristicKey(.information, .name)) == 3)
    }

    @Test func whatWasAwayHasItsIdAgain() {
        func view(_ types: [UInt16]) -> AccessoryView {
            AccessoryView(
                DeviceSnapshot(
                    id: "d", name: "d",
                    endpoints: types.map { endpoint($0, 0x101, [0x6: [0: .bool(true)], 0x8: [0: .unsigned(9)]]) }))
        }
        var ids = InstanceIDs()
        func all(_ view: AccessoryView) -> [UInt64] {
            view.accessory(ids: &ids).services.flatMap { [$0.id] + $0.characteristics.map(\.id) }
        }
        let both = all(view([1, 2]))
        #expect(Set(both).count == both.count)
        let first = all(view([2])), more = all(view([2, 3]))
        #expect(Set(first).isSubset(of: both))
        #expect(Set(more).subtracting(both).allSatisfy { $0 > both.max() ?? 0 })
        #expect(all(view([1, 2])) == both)
    }

    @Test func storedIdsAreTheSameAgain() throws {
        var ids = InstanceIDs()
        _ = ids.assign(light)
        _ = ids.assign(CharacteristicKey(light, .on))
        _ = ids.assign(ServiceKey(endpoint: 9, type: ServiceType(HAPUUID(high: 5, low: 6)), part: 7))
        var restored = try JSONDecoder().decode(InstanceIDs.self, from: JSONEncoder().encode(ids))
        #expect(restored == ids)
        #expect(restored.assign(CharacteristicKey(light, .brightness)) == 5)
    }

    @Test func whatMakesNoSenseIsLeftOut() throws {
        let text = """
            [{"endpoint":1,"service":"43","part":0,"id":1},{"endpoint":1,"service":"43","part":0,"id":0},
             {"endpoint":1,"service":"x","part":0,"id":4},{"endpoint":1,"service":"49","part":0,"id":18446744073709551615},
             {"endpoint":1,"service":"43","part":0,"characteristic":"y","id":5},
             {"endpoint":1,"service":"43","part":0,"id":6},{"endpoint":2,"service":"43","part":0,"id":6},
             {"endpoint":0,"service":"3E","part":0,"id":8}]
            """
        var ids = try JSONDecoder().decode(InstanceIDs.self, from: Data(text.utf8))
        #expect(ids.entries.map(\.id) == [1, 6])
        #expect(ids.assign(light) == 6)
        #expect(ids.assign(ServiceKey(endpoint: 2, type: .lightbulb)) == 7)
    }

    @Test func noIdIsGivenTwice() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        var ids = InstanceIDs()
        var known: [CharacteristicKey: UInt64] = [:]
        for _ in 0..<500 {
            let service = ServiceKey(
                endpoint: UInt16(dice.below(5)), type: ServiceCatalogue.all[dice.below(5)].type,
                part: UInt32(dice.below(2)))
            let key = CharacteristicKey(service, CharacteristicCatalogue.all[dice.below(9)].type)
            let id = ids.assign(key)
            if let before = known[key] { #expect(id == before, "seed \(seed)") }
            if known[key] == nil { #expect(!known.values.contains(id), "seed \(seed)") }
            known[key] = id
            if dice.below(20) == 0 { ids = InstanceIDs(ids.entries) }
        }
    }
}
