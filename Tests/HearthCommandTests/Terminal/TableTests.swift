@testable internal import HearthTerminal
internal import Expectations
internal import Testing

@Suite struct TableTests {
    @Test func columnsAreAsWideAsTheirTexts() {
        var table = Table(["ROOM", "DEVICE", "STATE"])
        table.add(["Küche", "Herd", "aus"])
        table.add(["-", "Deckenlampe", ""])
        expect(table.text(), equals: "ROOM   DEVICE       STATE\nKüche  Herd         aus\n-      Deckenlampe")
    }

    @Test func withoutRowsThereAreHeadings() {
        expect(Table(["A", "B"]).text(), equals: "A  B")
    }

    @Test func theWidestColumnGivesWay() {
        var table = Table(["ROOM", "DEVICE"])
        table.add(["Kitchen", "A lamp with a very long name"])
        expect(table.text(columns: 20), equals: "ROOM     DEVICE\nKitchen  A lamp wit…")
        expect(columnCount("漢字"), equals: 4)
        expect(cut("漢字漢字", to: 5), equals: "漢字…")
    }
}
