internal import Foundation
internal import HearthAccessControl
internal import HearthEventLoop
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization
internal import Expectations
internal import Testing

/// An invitation that is withdrawn while somebody joins by it.
@Suite(.timeLimit(.minutes(5)))
struct WithdrawalTests {
    /// What became of an invitation.
    private struct Outcome: Equatable, Sendable {
        var withdrawal: RPCError.Code?
        var claim: RPCError.Code?
        var members = 0
        var open = 0
    }

    @Test(
        "Either the withdrawal or the claim succeeds, whenever the claim comes",
        arguments: [
            (1, Outcome(withdrawal: .notFound, members: 1)), (2, Outcome(claim: .permissionDenied)),
        ])
    private func eitherWithdrawalOrClaimSucceeds(_ read: Int, _ expected: Outcome) async throws {
        let clock = InterruptedClock()
        let store = try await HomeStore.inMemory { "the-hub" }
        let (access, home) = (try await AccessControl.open(store: store, clock: clock), FakeHome(store))
        await access.connect(to: home)
        let made = try await access.invite(
            to: [StoredOffer(structureID: "home", role: 4)], by: TestPeople.owner, from: .inProcess)
        let (claim, loop) = (Answer(), try EventLoop.start())
        clock.interrupt(read) {
            let isAnswered = DispatchSemaphore(value: 0)
            // On a thread of its own: the interrupted one waits, and the others may be busy with other tests.
            Task(executorPreference: loop) {
                let code = await Self.refusal {
                    _ = try await access.claim(
                        code: made.code, name: "phone", key: TestAccess.key(1), from: TestAccess.remote())
                }
                claim.code.withLock { $0 = code }
                isAnswered.signal()
            }
            _ = isAnswered.wait(timeout: .now() + 10)
        }
        let withdrawn = await Self.refusal {
            try await access.withdraw(invitation: made.id, by: TestPeople.owner, from: .inProcess)
        }
        let outcome = Outcome(
            withdrawal: withdrawn, claim: claim.code.withLock { $0 }, members: home.members.count,
            open: access.openInvitations(for: TestPeople.owner).count)
        expect(outcome, equals: expected)
        await access.close()
        await loop.stop()
    }

    private static func refusal(_ body: () async throws -> Void) async -> RPCError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? RPCError)?.code ?? .unknown
        }
    }
}

/// The refusal of a call; nil if it succeeded.
private final class Answer: Sendable {
    let code = Mutex<RPCError.Code?>(nil)
}

/// A clock that stands still, and runs a body at a later read of the time.
private final class InterruptedClock: HomeClock {
    private struct State {
        var readsLeft = 0
        var body: (@Sendable () -> Void)?

        mutating func read() -> (@Sendable () -> Void)? {
            readsLeft -= 1
            return readsLeft == 0 ? body.take() : nil
        }
    }

    private let clock = ManualClock()
    private let state = Mutex(State())

    /// Runs `body` once, before the reader at a read of the time gets it; 1 is the next read.
    func interrupt(_ read: Int, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0 = State(readsLeft: read, body: body) }
    }

    var now: Duration { clock.now }

    var sinceEpoch: Duration {
        state.withLock { $0.read() }?()
        return clock.sinceEpoch
    }

    func schedule(
        after delay: Duration, _ action: @escaping @Sendable () async -> Void
    ) -> any ScheduledAction { clock.schedule(after: delay, action) }
}
