@testable internal import HearthTerminal
internal import Expectations
internal import Testing

@Suite struct PlotTests {
    @Test func aColumnGoesFromItsSmallestToItsLargest() throws {
        let plot = try require(Plot([0...0, 1...2, nil, 3...3, 0...3]))
        expect(plot.lines(rows: 2), equals: [" ▄ ▀█", "▄▀  █"])
    }

    @Test func aValueThatStaysIsALine() throws {
        try expect(require(Plot([5...5, 5...5])).lines(rows: 1), equals: ["▄▄"])
        expectNil(Plot([nil, nil]))
    }

    @Test func aStateIsFullWhereItWasMostOfTheTime() {
        expect(Plot.line([0, 0.1, 0.5, 0.6, 1]), equals: " ░░██")
    }
}
