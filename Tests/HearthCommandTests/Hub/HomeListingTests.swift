internal import Hearth
@testable internal import HearthClientCommands
@testable internal import HearthTerminal
internal import HearthTraitCore
internal import HearthWire
internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct HomeListingTests {
    private func refusal(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? CommandError)?.message ?? "\(error)"
        }
    }

    @Test func houseIsReadFromTheHubsList() throws {
        expect(sampleHouse.devices.map(\.name), equals: ["Lamp", "Sensor"])
        let lamp = try sampleHouse.device("la")
        expect(
            (lamp.typeName, lamp.room, lamp.endpoints.last?.unknownTraits, lamp.deviceState.words),
            are: ("DimmableLight", "Hall", ["acme.Unheard"], "on, 47 %"))
        try expect(
            HomeListing.trait("level", of: lamp, endpoint: nil).target,
            equals: TraitTarget(deviceID: "lamp", endpoint: 1))
    }

    @Test func aMakersTypeHasTheMakersName() {
        func name(_ id: UInt32, _ name: String) -> String {
            HomeListing.typeName(DeviceTypeEntry(id: id, revision: 1, isPrimary: false, name: name))
        }
        expect((name(0xFFF1_0007, "Windmill"), name(0xFFF1_0007, "")), are: ("Windmill", "type 0xfff10007"))
        expect((name(0x6006_0113, "Windmill"), name(0x6006_0113, "")), are: ("Windmill", "GoogleDoorbell"))
        expect(name(0x100, "Windmill"), equals: "OnOffLight")
    }

    @Test func wrongNamesAreAnsweredWithTheNearest() throws {
        let lamp = try sampleHouse.device("lamp")
        expect(
            refusal { _ = try sampleHouse.device("Lump") },
            equals: "there is no device \"Lump\"; did you mean \"Lamp\"?")
        expect(
            refusal { _ = try sampleHouse.device("Boiler") },
            equals: "there is no device \"Boiler\"; hearth devices lists them")
        expect(
            refusal { _ = try HomeListing.trait("Thermostat", of: lamp, endpoint: nil) },
            equals: "\"Lamp\" has no trait \"Thermostat\"; it has LevelControl, OnOff")
        expect(
            refusal { _ = try HomeListing.trait("OnOff", of: lamp, endpoint: 7) },
            equals: "\"Lamp\" has no OnOff on endpoint 7; it has it on 1")
    }

    @Test func roomsAndStructuresHaveNamesToo() throws {
        try expect((sampleHouse.room("ha").id, sampleHouse.structure(nil).name), are: ("hall", "Home"))
        try expect(
            [sampleHouse.item("hall"), sampleHouse.item("home"), sampleHouse.item("lam")].map(\.kind),
            equals: ["room", "structure", "device"])
        expect(
            refusal { _ = try sampleHouse.item("Halk") },
            equals: "there is no device, room, zone, service group or structure \"Halk\"; did you mean \"Hall\"?")
        expect(refusal { _ = try sampleHouse.item("h") }, equals: "\"h\" could be \"Home\", \"Hall\"")
        expect(
            refusal { _ = try sampleHouse.room("Hall", in: "other") }?.contains("hearth rooms lists them"), equals: true
        )
    }

    /// In natural order of numbers, and devices without a room last.
    @Test func listsAreInTheirNaturalOrder() {
        let listing = HomeListing(
            Hearth_V1_ListResponse(
                structures: [.init(id: "s", name: "Home")],
                rooms: [
                    .init(id: "r10", structureID: "s", name: "Room 10"),
                    .init(id: "r9", structureID: "s", name: "room 9"),
                ],
                devices: [
                    .init(id: "a", structureID: "s", name: "Aerial"),
                    .init(id: "l1", structureID: "s", roomID: "r9", name: "Lamp 1"),
                    .init(id: "l10", structureID: "s", roomID: "r9", name: "Lamp 10"),
                    .init(id: "l9", structureID: "s", roomID: "r9", name: "Lamp 9"),
                    .init(id: "l2", structureID: "s", roomID: "r10", name: "Lamp 2"),
                ]), Hearth_V1_ReadResponse())
        expect(listing.rooms.map(\.id), equals: ["r9", "r10"])
        expect(listing.devices.map(\.id), equals: ["l1", "l9", "l10", "l2", "a"])
    }

    @Test func partsHaveNames() throws {
        let listing = stripHouse(room: "Office")
        let socket = try listing.deviceOrRoom("desk lamp")
        expect((socket.kind, socket.name), are: ("part", "Strip Desk Lamp"))
        expect(listing.devices(in: socket).map { $0.endpoints.map(\.id) }, equals: [[1]])
        try expect(listing.deviceOrPart("Strip Printer").name, equals: "Strip Printer")
        try expect(listing.item("printer").kind, equals: "part")
        // A number alone is not a name.
        expect(refusal { _ = try listing.deviceOrPart("3") }?.contains("there is no device \"3\""), equals: true)
        try expect(listing.deviceOrPart("Strip 3").name, equals: "Strip 3")
    }

    @Test func aRoomCalledAllIsAskedAbout() throws {
        try expect(stripHouse(room: "Office").meansAll("ALL") && !stripHouse(room: "Office").meansAll("Office"))
        expect(
            refusal { _ = try stripHouse(room: "all").meansAll("all") },
            equals: "\"all\" could be the whole home or the room \"all\"; say \"Home\" for the home, or r for the room")
        try expect(stripHouse(room: "all").deviceOrRoom("r").kind, equals: "room")
    }

    @Test func equalNamesAreDistinguishedById() throws {
        let listing = HomeListing(
            Hearth_V1_ListResponse(
                structures: [.init(id: "s1", name: "Flat"), .init(id: "s2", name: "Hut")],
                rooms: [
                    .init(id: "r1", structureID: "s1", name: "Attic"),
                    .init(id: "r2", structureID: "s2", name: "Attic"),
                ],
                devices: [.init(id: "d1", structureID: "s1", name: "Attic")]), Hearth_V1_ReadResponse())
        expect(
            refusal { _ = try listing.item("attic") },
            equals:
                "\"attic\" could be room \"Attic\" (r1), room \"Attic\" (r2), device \"Attic\" (d1); say which by its id"
        )
        try expect((listing.item("r2").kind, listing.room("attic", in: "s2").id), are: ("room", "r2"))
        expect(
            refusal { _ = try listing.structure(nil) }?.contains("--structure; there are \"Flat\", \"Hut\""),
            equals: true)
    }
}
