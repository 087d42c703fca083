@testable internal import HearthClientCommands
internal import Expectations
internal import Testing

@Suite struct HistorySubjectTests {
    @Test(arguments: [(0, "0 s"), (40, "40 s"), (720, "12 min"), (15_120, "4 h 12 min"), (273_700, "3 d 4 h")])
    func lengthsOfTimeHaveTwoParts(_ seconds: Double, _ words: String) {
        expect(HistorySubject.length(seconds), equals: words)
    }
}
