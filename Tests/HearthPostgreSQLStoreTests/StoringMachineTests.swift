@testable internal import HearthPostgreSQLStore
internal import HearthPostgreSQL
internal import Expectations
internal import Testing

/// A transaction comes to a known end, whatever becomes of connections.
struct StoringMachineTests {
    private let start = ContinuousClock.now
    private var machine: StoringMachine { StoringMachine(mark: 7, deadline: start + .seconds(10)) }

    private func error(_ outcome: PostgresError.Outcome, _ sqlState: String = "") -> PostgresError {
        PostgresError(outcome, sqlState: sqlState, "it failed")
    }

    @Test(
        arguments: [
            (.refused, "23505", .finish, .finish), (.refused, "22021", .finish, .finish),
            (.refused, "53100", .finish, .finish), (.refused, "HF001", .close, .close),
            (.refused, "57P01", .reclaim, .finish), (.refused, "0A000", .reclaim, .finish),
            (.notSent, "", .reclaim, .finish), (.unknown, "", .reclaim, .close), (.unknown, "08007", .reclaim, .close),
            (.refused, "40P01", .wait, .wait),
        ] as [(PostgresError.Outcome, String, Kind, Kind)])
    func failuresHaveTheirCourse(_ outcome: PostgresError.Outcome, _ sqlState: String, _ first: Kind, _ late: Kind) {
        var (machine, lateMachine) = (machine, machine)
        expect(Kind(machine.failed(error(outcome, sqlState), at: start)), equals: first)
        expect(Kind(lateMachine.failed(error(outcome, sqlState), at: start + .seconds(10))), equals: late, "late")
    }

    enum Kind: Equatable {
        case send, wait, reclaim, finish, close

        init(_ action: StoringMachine.Action) {
            switch action {
            case .send: self = .send
            case .wait: self = .wait
            case .reclaim: self = .reclaim
            case .finish: self = .finish
            case .close: self = .close
            }
        }
    }

    @Test
    func aLostAnswerIsFoundByTheMark() {
        for (last, end) in [(7, .finish(nil)), (6, .send)] as [(Int64, StoringMachine.Action)] {
            var machine = machine
            expect(machine.failed(error(.unknown), at: start), equals: .reclaim)
            expect(machine.reclaimed(last: last), equals: end)
        }
    }

    /// The mark of a transaction that surely was not stored says nothing: it was not looked up for it.
    @Test
    func whatWasNotSentIsSentAgain() {
        var machine = machine
        expect(machine.failed(error(.notSent), at: start), equals: .reclaim)
        expect(machine.reclaimed(last: 7), equals: .send)
    }

    @Test
    func anotherOwnerClosesTheStore() {
        var machine = machine
        expect(machine.failed(error(.unknown), at: start), equals: .reclaim)
        expect(Kind(machine.reclaimed(last: nil)), equals: .close)
    }

    @Test
    func pausesGrowUpToTheDeadline() {
        var machine = machine
        expect(machine.failed(error(.unknown), at: start), equals: .reclaim)
        var pauses: [Int] = []
        for _ in 0..<8 {
            guard case .wait(let pause) = machine.reclaimFailed(error(.notSent), at: start) else { break }
            pauses.append(Int(pause / .milliseconds(1)))
            expect(machine.waited(), equals: .reclaim)
        }
        expect(pauses, equals: [20, 40, 80, 160, 320, 640, 1_000, 1_000])
        expect(Kind(machine.reclaimFailed(error(.notSent), at: start + .seconds(10))), equals: .close)
    }

    @Test
    func conflictsAreTriedAFewTimes() {
        var machine = machine
        for _ in 0..<StoringMachine.mostRefusals {
            expect(Kind(machine.failed(error(.refused, "40001"), at: start)), equals: .wait)
            expect(machine.waited(), equals: .send)
        }
        expect(
            machine.failed(error(.refused, "40001"), at: start), equals: .finish(error(.refused, "40001")))
    }
}
