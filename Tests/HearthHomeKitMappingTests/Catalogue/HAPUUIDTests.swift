internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

@Suite struct HAPUUIDTests {
    @Test func aShortFormStandsForAppleBase() {
        expect(HAPUUID("3E")?.full, equals: "0000003E-0000-1000-8000-0026BB765291")
        expect(HAPUUID("0000003e-0000-1000-8000-0026bb765291"), equals: HAPUUID(short: 0x3E))
        expect(HAPUUID(short: 0x3E).description, equals: "3E")
        expect(HAPUUID(short: 0x20A).short, equals: 0x20A)
    }

    @Test func othersAreWrittenInFull() {
        let text = "01234567-89AB-4CDE-8123-456789ABCDEF"
        expect(HAPUUID(text)?.description, equals: text)
        expectNil(HAPUUID(text)?.short)
    }

    @Test(arguments: [
        "", "-", "G", "3E-", "+3E", "123456789", "0000003E-0000-1000-8000-0026BB76529",
        "0000003E00001000800-0026BB765291",
        "0000003E-0000-1000-8000-0026BB765291-", "٣E", "0000003E-0000-10 0-8000-0026BB765291",
    ])
    func anythingElseIsRefused(_ text: String) {
        expectNil(HAPUUID(text))
    }
}
