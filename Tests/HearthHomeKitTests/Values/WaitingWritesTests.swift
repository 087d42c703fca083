internal import HearthBase
internal import HearthHomeKitMapping
@testable internal import HearthHomeKit
internal import Expectations
internal import Testing

/// The queue of waiting writes, as a value.
struct WaitingWritesTests {
    private func write(_ type: CharacteristicType, _ value: Int64, service: UInt16 = 1) -> CharacteristicWrite {
        CharacteristicWrite(
            CharacteristicKey(ServiceKey(endpoint: service, type: .lightbulb), type), .int(value))
    }

    /// The writes that each entry sends, and how many calls wait for it.
    private func sent(_ writes: [CharacteristicWrite], areStates: Bool = true) -> [String] {
        var waiting = WaitingWrites()
        var entries: [Int] = []
        for write in writes {
            if case .new(let number, _) = waiting.add(write, isState: areStates, { _ in }) {
                entries.append(number)
            }
        }
        return entries.map { number in
            waiting.take(number).map { "\($0.write.value.number ?? 0) for \($0.outcomes.count)" }
                .joined(separator: ", ")
        }
    }

    @Test func lastValueIsSentAndAllCallersAreAnswered() {
        expect(
            sent([write(.brightness, 1), write(.brightness, 2), write(.brightness, 3)]), equals: ["", "", "3.0 for 3"])
        expect(
            sent([write(.brightness, 1), write(.on, 0), write(.brightness, 2)]), equals: ["", "0.0 for 1", "2.0 for 2"])
        expect(sent([write(.brightness, 1), write(.brightness, 2, service: 2)]), equals: ["1.0 for 1", "2.0 for 1"])
    }

    @Test func commandsAreAllSent() {
        expect(sent([write(.identify, 1), write(.identify, 1)], areStates: false), equals: ["1.0 for 1", "1.0 for 1"])
    }

    @Test func halvesThatBelongTogetherAreSentAtOnce() {
        expect(sent([write(.hue, 10), write(.saturation, 20)]), equals: ["10.0 for 1, 20.0 for 1"])
        expect(
            sent([write(.hue, 10), write(.on, 1), write(.hue, 11), write(.saturation, 20)]).sorted(),
            equals: [
                "1.0 for 1", "11.0 for 2, 20.0 for 1",
            ])
        expect(
            sent([write(.hue, 1), write(.saturation, 2), write(.hue, 3), write(.saturation, 4)]),
            equals: [
                "", "3.0 for 2, 4.0 for 2",
            ])
    }
}
