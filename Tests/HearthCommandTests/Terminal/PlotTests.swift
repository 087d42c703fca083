@testable internal import HearthTerminal
internal import Testing

@Suite struct PlotTests {
    @Test func aColumnGoesFromItsSmallestToItsLargest() throws {
        let plot = try #require(Plot([0...0, 1...2, nil, 3...3, 0...3]))
        #expect(plot.lines(rows: 2) == [" ▄ ▀█", "▄▀  █"])
    }

    @Test func aValueThatStaysIsALine() throws {
        #expect(try #require(Plot([5...5, 5...5])).lines(rows: 1) == ["▄▄"])
        #expect(Plot([nil, nil]) == nil)
    }

    @Test func aStateIsFullWhereItWasMostOfTheTime() {
        #expect(Plot.line([0, 0.1, 0.5, 0.6, 1]) == " ░░██")
    }
}
