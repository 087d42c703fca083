@testable internal import HearthEventLoop
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct InputGatheringTests {
    private enum Event {
        /// Bytes were read at a time in milliseconds; whether input is gathered from then on.
        case read(Int, Int, gathers: Bool)
        case ended(Int)
        /// Output; whether it ends the gathering.
        case wrote(ends: Bool)

        /// The fourth read within the pause, of 10 bytes each.
        static let begun = (0...3).map { Event.read(10, $0, gathers: $0 == 3) }
    }

    @Test(
        arguments: [
            ("Slower reads are no flood", (0...9).map { .read(10, 2 * $0, gathers: false) }),
            ("Frequent input is gathered", Event.begun),
            (
                "What was gathered is read, and more is gathered",
                Event.begun + [.ended(8), .read(40, 8, gathers: true)]
            ),
            ("Where a pause brings little gathering ends", Event.begun + [.ended(8), .read(30, 8, gathers: false)]),
            ("Without more input gathering ends", Event.begun + [.ended(8), .read(90, 14, gathers: false)]),
            ("Early input is no new beginning", Event.begun + [.read(90, 4, gathers: false)]),
            ("What follows output is read at once", [.read(10, 0, gathers: false), .wrote(ends: false)] + Event.begun),
            ("Output ends the gathering", Event.begun + [.wrote(ends: true), .read(90, 4, gathers: false)]),
        ] as [(String, [Event])])
    private func inputIsGathered(_ name: String, _ events: [Event]) {
        let start = ContinuousClock.now
        var gathering = InputGathering(pause: .milliseconds(5))
        for event in events {
            switch event {
            case .read(let bytes, let time, let gathers):
                expect(gathering.read(bytes, at: start + .milliseconds(time)), equals: gathers, "\(name), at \(time)")
            case .ended(let time): gathering.ended(at: start + .milliseconds(time))
            case .wrote(let ends): expect(gathering.wrote(), equals: ends, "\(name)")
            }
        }
    }
}
