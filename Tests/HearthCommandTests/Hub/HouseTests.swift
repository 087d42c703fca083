@testable internal import HearthCommand
internal import HearthTraitCore
internal import Testing

@Suite struct HouseTests {
    private func refusal(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? CommandError)?.message ?? "\(error)"
        }
    }

    @Test func whatTheHubShowsIsRead() throws {
        #expect(sampleHouse.devices.map(\.name) == ["Lamp", "Sensor"])
        let lamp = try sampleHouse.device("la")
        #expect(lamp.typeName == "DimmableLight")
        #expect(lamp.room == "Hall")
        #expect(lamp.endpoints.last?.unknownTraits == ["acme.Unheard"])
        #expect(Headline.text(of: lamp) == "on, level 120")
        #expect(try House.trait("level", of: lamp, endpoint: nil).target == TraitTarget(deviceID: "lamp", endpoint: 1))
    }

    @Test func wrongNamesAreAnsweredWithTheNearest() throws {
        let lamp = try sampleHouse.device("lamp")
        #expect(refusal { _ = try sampleHouse.device("Lump") } == "there is no device \"Lump\"; did you mean \"Lamp\"?")
        #expect(
            refusal { _ = try sampleHouse.device("Boiler") }
                == "there is no device \"Boiler\"; hearth devices lists them")
        #expect(
            refusal { _ = try House.trait("Thermostat", of: lamp, endpoint: nil) }
                == "\"Lamp\" has no trait \"Thermostat\"; it has LevelControl, OnOff")
        #expect(
            refusal { _ = try House.trait("OnOff", of: lamp, endpoint: 7) }
                == "\"Lamp\" has no OnOff on endpoint 7; it has it on 1")
    }
}
