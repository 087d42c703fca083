internal import HearthPhrases
internal import HearthTraitCore
internal import Expectations
internal import Testing
@testable internal import HearthClientCommands
@testable internal import HearthTerminal

@Suite struct OutcomeTests {
    private func outcome(isMoving: Bool, isConfirmed: Bool) throws -> Outcome {
        let device = try require(sampleHouse.devices.first { $0.id == "lamp" })
        return Outcome(
            device: device, state: DeviceState(device.reading), isMoving: isMoving, isIgnored: false,
            isConfirmed: isConfirmed)
    }

    /// A change that a device accepted and no report has shown is neither called done nor moving.
    @Test func unreportedChangeIsTakenButNotConfirmed() throws {
        let words = try require(outcome(isMoving: false, isConfirmed: true).state.words)
        try expect(outcome(isMoving: false, isConfirmed: true).words, equals: words)
        try expect(outcome(isMoving: true, isConfirmed: true).words, equals: "moving, \(words)")
        try expect(outcome(isMoving: true, isConfirmed: false).words, equals: "taken, not yet confirmed: \(words)")
        for isConfirmed in [true, false] {
            let json = JSON.object(try outcome(isMoving: true, isConfirmed: isConfirmed).json).text
            expect(json.contains("\"confirmed\":\(isConfirmed)"))
        }
    }
}
