internal import HearthRPC
@testable internal import HearthAccessControl
@testable internal import HearthStore
internal import HearthWire
internal import Expectations
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

    /// While it is being stored, which may take time on a slow disk, a clock that was set forward is proven right.
    @Test func aTokenThatIsBeingStoredMovesWithTheTime() {
        var state = AccessState(
            Self.nothing, wallClock: Self.start, monotonic: .zero, limits: AccessLimits())
        let before = state.time(wallClock: Self.start + Self.year + 10, monotonic: .seconds(10))
        expect(before, equals: Self.start + 10)
        let made = token(at: before, life: 7_200)
        guard case .addCredential(let stored)? = state.add(made).first else {
            Issue.record("nothing to store")
            return
        }
        // A start before the proof trusts the clock.
        expect(stored.expiresAt, equals: Self.start + Self.year + 7_210)
        let now = state.time(wallClock: Self.start + Self.year + 3_611, monotonic: .seconds(3_611))
        expect(now, equals: Self.start + Self.year + 3_611)
        let admitted = state.admit(made)
        expect(admitted.createdAt, equals: Self.start + Self.year + 10)
        expect(admitted.expiresAt, equals: Self.start + Self.year + 7_210)
        expect(state.credentials["token"], equals: admitted)
        // The store is already right.
        expect(!state.isStoreBehind)
    }

    /// An idle home writes nothing. But expired credentials must stay expired when the clock is set back before the
    /// next start.
    @Test func theTimeIsStoredWhenSomethingHasEndedAndOnceADay() {
        var state = AccessState(Self.nothing, wallClock: Self.start, monotonic: .zero, limits: AccessLimits())
        func sweep(_ seconds: Int64) -> [AccessChange] {
            let now = state.time(wallClock: Self.start + seconds, monotonic: .seconds(seconds))
            return state.sweep(at: now).changes
        }
        expect(sweep(7_200), equals: [.sawTime(Self.start + 7_200)])
        let made = token(at: Self.start + 7_200, life: 3_600)
        _ = state.add(made)
        _ = state.admit(made)
        for seconds in stride(from: Int64(7_230), to: 10_800, by: 30) { expect(sweep(seconds), equals: []) }
        expect(sweep(10_800), equals: [.sawTime(Self.start + 10_800)])
        expect(sweep(10_830) == [] && sweep(90_000) == [])
        expect(sweep(10_800 + 86_400), equals: [.sawTime(Self.start + 10_800 + 86_400)])
    }

    @Test func unstoredCredentialIsInvalidAndTakesNoRoom() throws {
        var limits = AccessLimits()
        limits.credentials = 1
        var state = AccessState(Self.nothing, wallClock: Self.start, monotonic: .zero, limits: limits)
        let made = token(at: Self.start, life: 60)
        _ = state.add(made)
        expect(throws: (any Error).self) { try state.makeRoom(for: "", Households(), at: Self.start) }
        state.drop(made)
        try expect(state.makeRoom(for: "", Households(), at: Self.start), equals: [])
        expect(state.credentials.isEmpty)
    }

    /// Credentials count in all households of their person.
    @Test func membersOfAHouseholdHaveAShare() {
        var limits = AccessLimits()
        (limits.credentials, limits.percentForOwner, limits.percentPerHousehold) = (8, 25, 50)
        var state = AccessState(Self.nothing, wallClock: Self.start, monotonic: .zero, limits: limits)
        let households = Households(ofPeople: ["ada": ["home", "barn"], "bob": ["home"], "eve": ["barn"]])
        var number = 0
        func refusal(_ person: String) -> String? {
            do throws(RPCError) {
                _ = try state.makeRoom(for: person, households, at: Self.start)
            } catch {
                return error.message
            }
            number += 1
            let made = StoredCredential(
                id: "c\(number)", kind: AccessState.Kind.token, role: 5, name: "c", hash: [UInt8(number)],
                createdAt: Self.start, createdBy: "", person: person)
            _ = state.add(made)
            _ = state.admit(made)
            return nil
        }
        for person in ["ada", "bob", "bob", "bob", "eve"] { expectNil(refusal(person)) }
        let full =
            "there are 4 credentials in the household, the most a structure may have with those that its owners created; "
            + "ask the household's members or the hub's owner to revoke some that are not needed"
        expect((refusal("bob"), refusal("ada")), are: (full, full))
        // What was revoked does not count.
        _ = state.revoke("c2", at: Self.start)
        expectNil(refusal("bob"))
        expectNil(refusal("eve"))
        expect(refusal("eve")?.contains("6 credentials, the most that all but the hub's owner may have"), equals: true)
        expectNil(refusal(Principal.hubOwner))
    }

    /// A person's credentials, each with the outcome of its request.
    @Test func onlyValidCountsAndOldestEndedAreForgotten() throws {
        var limits = AccessLimits()
        (limits.credentials, limits.credentialsOfMember, limits.percentForOwner) = (5, 3, 20)
        limits.endedCredentialsOfMember = 2
        var state = AccessState(Self.nothing, wallClock: Self.start, monotonic: .zero, limits: limits)
        var number = 0
        func make(_ person: String) throws(RPCError) -> [AccessChange] {
            let changes = try state.makeRoom(for: person, Households(), at: Self.start)
            number += 1
            let made = StoredCredential(
                id: "c\(number)", kind: AccessState.Kind.token, role: 5, name: "c", hash: [UInt8(number)],
                createdAt: Self.start, createdBy: "", person: person)
            _ = state.add(made)
            _ = state.admit(made)
            return changes
        }
        func refusal(_ person: String) -> String? {
            do throws(RPCError) {
                _ = try make(person)
                return nil
            } catch {
                return error.message
            }
        }
        for _ in 0..<3 { try expect(make("ada"), equals: []) }
        expect(refusal("ada")?.hasPrefix("you have 3 credentials"), equals: true)
        try expect(make("bob"), equals: [])
        expect(refusal("bob")?.contains("4 credentials, the most that all but the hub's owner may have"), equals: true)
        try expect(make(Principal.hubOwner), equals: [])
        expect(refusal("")?.contains("5 credentials"), equals: true)
        // Each revocation makes room for another one, and only two ended ones are kept.
        var forgotten: [AccessChange] = []
        for round in 0..<4 {
            _ = state.revoke("c\(round == 0 ? 1 : 5 + round)", at: Self.start + Int64(round))
            forgotten += try make("ada")
        }
        expect(forgotten, equals: [.removeCredential(id: "c1"), .removeCredential(id: "c6")])
        expect(state.credentials.keys.sorted(), equals: ["c2", "c3", "c4", "c5", "c7", "c8", "c9"])
    }
}
