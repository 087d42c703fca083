internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite struct HomeCacheGroupsTests {
    private let lamp = ServiceReference(deviceID: "d", endpoint: 1, type: "43", part: 0)

    private func cache() -> HomeCache {
        var cache = HomeCache()
        cache.watchBegins()
        cache.gather(
            SnapshotPart(
                structures: [CachedStructure(id: "s", name: "Home")],
                rooms: [CachedRoom(id: "r", structureID: "s", name: "Kitchen")],
                devices: [sampleDevice("d", in: "s")],
                zones: [CachedZone(id: "z", structureID: "s", name: "Downstairs", roomIDs: ["r"])],
                groups: [CachedServiceGroup(id: "g", structureID: "s", name: "Lights", services: [lamp])],
                people: [StructureMember(id: "p", structureID: "s", name: "Ada", role: .owner)]))
        _ = cache.snapshotCompleted(at: [position("s", 5)])
        return cache
    }

    @Test func aSnapshotHasZonesGroupsAndPeople() {
        let cache = cache()
        expect((cache.state.zones["z"]?.roomIDs, cache.state.groups["g"]?.services), are: (["r"], [lamp]))
        expect(cache.state.people["p"]?.name, equals: "Ada")
    }

    @Test func reportsChangeAndRemoveThem() {
        var cache = cache()
        let delta = cache.apply(
            report(
                position("s", 6),
                objects: [
                    .zone(CachedZone(id: "z", structureID: "s", name: "Below", roomIDs: [])),
                    .serviceGroupRemoved("g"), .personRemoved("p"),
                ]))
        expect(delta.objects)
        expect((cache.state.zones["z"]?.name, cache.state.groups.isEmpty), are: ("Below", true))
        expect(cache.state.people.isEmpty)
    }

    @Test func aRemovedDeviceIsInNoGroup() {
        var cache = cache()
        _ = cache.apply(report(position("s", 6), objects: [.deviceRemoved("d")]))
        expect(cache.state.groups["g"]?.services, equals: [])
    }

    @Test func aRemovedStructureGoesWithAllOfThem() {
        var cache = cache()
        _ = cache.apply(report(position("s", 6), objects: [.structureRemoved("s")]))
        expect((cache.state.zones.isEmpty, cache.state.groups.isEmpty), are: (true, true))
        expect(cache.state.people.isEmpty)
    }

    @Test func aSnapshotOfNewRightsTakesAwayWhatItDoesNotHave() {
        var cache = cache()
        cache.resync("s")
        cache.gather(
            SnapshotPart(
                structures: [CachedStructure(id: "s", name: "Home")],
                people: [StructureMember(id: "p2", structureID: "s", name: "Grace", role: .guest)]))
        let delta = cache.snapshotCompleted(at: [position("s", 9)])
        expect(delta.objects)
        expect((cache.state.zones.isEmpty, cache.state.groups.isEmpty), are: (true, true))
        expect((cache.state.devices.isEmpty, cache.state.people.keys.sorted()), are: (true, ["p2"]))
    }

    @Test func callerIsKept() {
        var machine = WatchMachine()
        _ = machine.begin()
        let effects = machine.received(
            Hearth_V1_WatchResponse(
                content: .caller(
                    Hearth_V1_Caller(
                        memberships: [
                            Hearth_V1_Membership(structureID: "s", personID: "p", role: .guest),
                            Hearth_V1_Membership(structureID: "t", personID: "q", role: .provider),
                        ], primaryStructureID: "s"))))
        expect((effects.steps.count, effects.delta.objects), are: (1, true))
        expect(machine.cache.caller?.primaryStructureID, equals: "s")
        expect(machine.cache.caller?.memberships, equals: ["s": CachedMembership(personID: "p", role: .guest)])
    }

    @Test func aRuleOfHomeKitsIsTheSubcode() throws {
        let rule = Hearth_V1_HomeKitError(code: 31, name: "ObjectWithSimilarNameExistsInHome", objectID: "r")
        let error = try require(
            RPCError(
                code: Int32(RPCError.Code.alreadyExists.rawValue), message: "Kitchen is taken",
                packedDetails: [
                    Google_Protobuf_Any(
                        typeURL: "type.googleapis.com/hearth.v1.HomeKitError", value: rule.serialized())
                ]))
        expect((HomeError(error).subcodes, HomeError(error).code), are: ([31], .alreadyExists))
    }
}
