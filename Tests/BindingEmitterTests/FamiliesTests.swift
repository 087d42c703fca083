internal import HearthBase
internal import BindingPlan
internal import Expectations
internal import Testing

@testable internal import BindingEmitter

/// `Schemas/Families.json`: which module a standard trait is in.
@Suite struct FamiliesTests {
    private static let json = """
        { "families": [
          { "name": "Common", "uses": [], "traits": ["OnOff"] },
          { "name": "Lighting", "uses": ["Common"], "traits": ["ColorControl"] },
          { "name": "Climate", "uses": ["Common"], "traits": ["Thermostat"] },
          { "name": "Home", "uses": ["Lighting", "Climate"], "traits": ["Time"] }
        ] }
        """

    @Test func aDeviceTypeLiesWhereAllItsTraitsAreSeen() throws {
        let families = try Families(json: Self.json, path: "f.json")
        expect(families.family(of: "ColorControl")?.module, equals: "HearthLightingTraits")
        expectNil(families.family(of: "Unknown"))
        expect(families.family(seeing: [])?.name, equals: "Common")
        expect(families.family(seeing: ["OnOff", "ColorControl"])?.name, equals: "Lighting")
        expect(families.family(seeing: ["ColorControl", "Thermostat"])?.name, equals: "Home")
        expect(families.unknown(besides: ["OnOff", "Time"]), equals: ["ColorControl", "Thermostat"])
    }

    @Test(arguments: [
        (
            #"{"families":[{"name":"A","uses":["B"],"traits":[]},{"name":"B","uses":[],"traits":[]}]}"#,
            "f.json:1:1: error: A uses B, which is not a family before it (move it after B)"
        ),
        (
            #"{"families":[{"name":"A","uses":[],"traits":["X"]},{"name":"B","uses":[],"traits":["X"]}]}"#,
            "f.json:1:1: error: X is in A and in B (leave it in one of them)"
        ),
    ])
    func mistakesAreNamed(_ json: String, _ message: String) {
        let error = expect(throws: Diagnostic.self) { try Families(json: json, path: "f.json") }
        expect(error?.description, equals: message)
    }
}
