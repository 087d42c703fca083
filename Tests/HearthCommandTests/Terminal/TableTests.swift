@testable internal import HearthCommand
internal import Testing

@Suite struct TableTests {
    @Test func columnsAreAsWideAsTheirTexts() {
        var table = Table(["ROOM", "DEVICE", "STATE"])
        table.add(["Küche", "Herd", "aus"])
        table.add(["-", "Deckenlampe", ""])
        #expect(table.text == "ROOM   DEVICE       STATE\nKüche  Herd         aus\n-      Deckenlampe")
    }

    @Test func withoutRowsThereAreHeadings() {
        #expect(Table(["A", "B"]).text == "A  B")
    }
}
