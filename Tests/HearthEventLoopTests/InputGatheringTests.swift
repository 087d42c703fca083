@testable internal import HearthEventLoop
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct InputGatheringTests {
    private enum Event {
        /// Input was read at a time in milliseconds; whether it is gathered from then on.
        case read(Int, gathers: Bool)
        case ended(Int)
        /// Output; whether it ends the gathering.
        case wrote(ends: Bool)
    }

    @Test(
        arguments: [
            ("After silences all is read at once", [.read(0, gathers: false), .read(6, gathers: false)]),
            ("Frequent input is gathered", [.read(0, gathers: false), .read(5, gathers: true)]),
            (
                "What was gathered is read, and more is gathered",
                [.read(0, gathers: false), .read(2, gathers: true), .ended(8), .read(8, gathers: true)]
            ),
            (
                "Without more input gathering ends",
                [.read(0, gathers: false), .read(2, gathers: true), .ended(8), .read(14, gathers: false)]
            ),
            (
                "Early input is no new beginning",
                [.read(0, gathers: false), .read(2, gathers: true), .read(3, gathers: false)]
            ),
            (
                "What follows output is read at once",
                [.read(0, gathers: false), .wrote(ends: false), .read(1, gathers: false), .read(2, gathers: true)]
            ),
            (
                "Output ends the gathering",
                [.read(0, gathers: false), .read(1, gathers: true), .wrote(ends: true), .read(2, gathers: false)]
            ),
        ] as [(String, [Event])])
    private func inputIsGathered(_ name: String, _ events: [Event]) {
        let start = ContinuousClock.now
        var gathering = InputGathering(pause: .milliseconds(5))
        for event in events {
            switch event {
            case .read(let time, let gathers):
                expect(gathering.read(at: start + .milliseconds(time)), equals: gathers, "\(name), at \(time)")
            case .ended(let time): gathering.ended(at: start + .milliseconds(time))
            case .wrote(let ends): expect(gathering.wrote(), equals: ends, "\(name)")
            }
        }
    }
}
