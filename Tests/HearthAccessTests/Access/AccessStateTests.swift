@testable internal import HearthAccess
@testable internal import HearthStore
internal import Testing

@Suite struct AccessStateTests {
    private static let year: Int64 = 365 * 86_400
    private static let start: Int64 = 1_800_000_000

    private static let nothing = StoredAccess(credentials: [], invitations: [], wrongTries: [], highestTime: 0)

    private func token(at time: Int64, life: Int64) -> StoredCredential {
        StoredCredential(
            id: "token", kind: AccessState.Kind.token, role: Role.owner.rawValue, name: "script", hash: [],
            createdAt: time, expiresAt: time + life)
    }

    /// While it is stored, which may take as long as a disk takes, the clock that was set forward is proven.
    @Test func aTokenThatIsBeingStoredMovesWithTheTime() {
        var state = AccessState(
            Self.nothing, wallClock: Self.start, monotonic: .zero, limits: AccessLimits())
        let before = state.time(wallClock: Self.start + Self.year + 10, monotonic: .seconds(10))
        #expect(before == Self.start + 10)
        let made = token(at: before, life: 7_200)
        guard case .addCredential(let stored)? = state.add(made).first else {
            Issue.record("nothing to store")
            return
        }
        // A start before that is proven believes the clock.
        #expect(stored.expiresAt == Self.start + Self.year + 7_210)
        let now = state.time(wallClock: Self.start + Self.year + 3_611, monotonic: .seconds(3_611))
        #expect(now == Self.start + Self.year + 3_611)
        let admitted = state.admit(made)
        #expect(admitted.createdAt == Self.start + Self.year + 10)
        #expect(admitted.expiresAt == Self.start + Self.year + 7_210)
        #expect(state.credentials["token"] == admitted)
        // What is in the store is right already.
        #expect(!state.isStoreBehind)
    }

    /// An idle home writes nothing. What has ended must not come to life when the clock is set back before the next start.
    @Test func theTimeIsStoredWhenSomethingHasEndedAndOnceADay() {
        var state = AccessState(Self.nothing, wallClock: Self.start, monotonic: .zero, limits: AccessLimits())
        func sweep(_ seconds: Int64) -> [AccessChange] {
            let now = state.time(wallClock: Self.start + seconds, monotonic: .seconds(seconds))
            return state.sweep(at: now).changes
        }
        #expect(sweep(7_200) == [.sawTime(Self.start + 7_200)])
        let made = token(at: Self.start + 7_200, life: 3_600)
        _ = state.add(made)
        _ = state.admit(made)
        for seconds in stride(from: Int64(7_230), to: 10_800, by: 30) { #expect(sweep(seconds) == []) }
        #expect(sweep(10_800) == [.sawTime(Self.start + 10_800)])
        #expect(sweep(10_830) == [] && sweep(90_000) == [])
        #expect(sweep(10_800 + 86_400) == [.sawTime(Self.start + 10_800 + 86_400)])
    }

    @Test func whatCouldNotBeStoredIsNoCredentialAndTakesNoRoom() throws {
        var limits = AccessLimits()
        limits.credentials = 1
        var state = AccessState(Self.nothing, wallClock: Self.start, monotonic: .zero, limits: limits)
        let made = token(at: Self.start, life: 60)
        _ = state.add(made)
        #expect(throws: (any Error).self) { try state.checkRoom(for: "") }
        state.drop(made)
        try state.checkRoom(for: "")
        #expect(state.credentials.isEmpty)
    }
}
