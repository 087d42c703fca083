@testable internal import Hearth
@testable internal import HearthClientCommands
@testable internal import HearthTerminal
internal import HearthWire
internal import Expectations
internal import Testing

@Suite struct TraitsCommandTests {
    private let traits = Self.messages.map { HubTrait($0) }

    private static let messages = [
        Hearth_V1_TraitSummary(
            trait: .init(id: 0xFFF1_FC01, name: "hearth.traits.acme.v1.Spinner", revision: 2), providerID: "acme-1",
            deviceCount: 3, schemaBytes: 900, memoryBytes: 20_000),
        Hearth_V1_TraitSummary(
            trait: .init(id: 0xFFF2_FC01, name: "hearth.traits.zeta.v1.Spinner", revision: 1), problem: "too large"),
        Hearth_V1_TraitSummary(
            trait: .init(id: 6, name: "hearth.traits.matter.v1.OnOff", revision: 6), schemaBytes: 400,
            isStandard: true),
    ]

    private func found(_ word: String) -> String {
        do throws(CommandError) {
            return String(try TraitsCommand.find(word, in: traits).id, radix: 16)
        } catch {
            return error.message
        }
    }

    @Test func aTraitIsFoundByItsIDOrName() {
        expect(
            (found("0xFFF1FC01"), found("0xfff2fc01"), found("onoff"), found("hearth.traits.zeta.v1.Spinner")),
            are: ("fff1fc01", "fff2fc01", "6", "fff2fc01"))
        expect(
            found("Spinner"),
            equals: #""Spinner" could be hearth.traits.acme.v1.Spinner (0xfff1fc01), "#
                + "hearth.traits.zeta.v1.Spinner (0xfff2fc01); say its id")
        expect((found("OnOf"), found("0x7")), are: ("6", #"there is no trait "0x7"; hearth traits lists them"#))
        expect(found("Spiner").contains(#"did you mean "Spinner""#))
    }

    @Test func rowsAndJSONSayWhatThereIs() {
        expect(
            TraitsCommand.row(traits[0]),
            equals: ["0xfff1fc01", "acme.v1.Spinner", "2", "acme-1", "3", "20 KiB", ""])
        expect(
            TraitsCommand.row(traits[1]),
            equals: ["0xfff2fc01", "zeta.v1.Spinner", "1", "-", "0", "-", "not served: too large"])
        expect(TraitsCommand.row(traits[2])[3], equals: "standard")
        let huge = HubTrait(Hearth_V1_TraitSummary(trait: .init(id: 6, name: "OnOff"), memoryBytes: .max))
        expect(TraitsCommand.row(huge), equals: ["0x6", "OnOff", "0", "-", "0", "9007199254740992 KiB", ""])
        expect(
            TraitsCommand.json(traits[0]).text,
            equals: #"{"id":"0xfff1fc01","name":"hearth.traits.acme.v1.Spinner","revision":2,"provider":"acme-1","#
                + #""devices":3,"schemaBytes":900,"memoryBytes":20000,"standard":false,"problem":null}"#)
    }
}
