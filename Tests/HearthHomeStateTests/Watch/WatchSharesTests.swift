internal import HearthBase
@testable internal import HearthHomeState
internal import Expectations
internal import Testing

struct WatchSharesTests {
    private static let structures: [String: Set<String>] = [
        "home": ["home"], "cabin": ["home"], "barn": ["barn"], "shared": ["home", "barn"],
    ]

    private func some(_ ids: [String]) -> [String: Set<String>] { Self.structures.filter { ids.contains($0.key) } }

    /// What a watch does: it begins, shows a structure, no longer shows it, or gets a filter that shows more.
    enum Step: Sendable {
        case begin([String])
        case show(String)
        case hide(String)
        case filter([String])
    }

    /// What a watch counts in after each step: "home" and "barn".
    @Test(
        arguments: [
            (
                [.begin(["home", "cabin"]), .hide("home"), .hide("cabin"), .show("barn")],
                [[1, 0], [1, 0], [1, 0], [0, 1]]
            ),
            (
                [.begin(["home"]), .show("shared"), .hide("home"), .hide("shared")],
                [[1, 0], [1, 1], [1, 1], [1, 1]]
            ),
            ([.begin(["shared"]), .filter(["barn"]), .hide("shared")], [[1, 1], [1, 1], [0, 1]]),
            ([.begin([]), .show("cabin"), .filter([])], [[1, 1], [1, 0], [1, 0]]),
            ([.begin(["home"]), .hide("home"), .filter(["barn", "shared"])], [[1, 0], [1, 0], [1, 1]]),
        ] as [([Step], [[Int]])])
    func aWatchCountsOnceInAHousehold(_ steps: [Step], expected: [[Int]]) throws {
        let shares = WatchShares(HubLimits())
        var share: WatchShares.Share?
        func taken() -> [Int] { ["home", "barn"].map { shares.taken(in: $0) } }
        var counted: [[Int]] = []
        for step in steps {
            switch step {
            case .begin(let ids): share = try shares.begin(for: "ada", showing: some(ids), of: Self.structures)
            case .show(let id): share?.show(id, of: Self.structures[id] ?? [], true)
            case .hide(let id): share?.show(id, of: Self.structures[id] ?? [], false)
            case .filter(let ids): try share?.add(some(ids))
            }
            counted.append(taken())
        }
        expect(counted, equals: expected)
        share?.end()
        expect((taken(), shares.taken), are: ([0, 0], 0))
    }

    /// A household without room refuses a filter; what rights show is then not counted in it.
    @Test func aFullHouseholdIsNotCountedIn() throws {
        var limits = HubLimits()
        (limits.watches, limits.percentPerHousehold) = (8, 13)
        let shares = WatchShares(limits)
        let (first, second) = (some(["barn"]), some(["cabin"]))
        let full = try shares.begin(for: "ada", showing: first, of: first)
        let share = try shares.begin(for: "bob", showing: second, of: second)
        expect(throws: PoolRefusal.household("barn", 1)) { try share.add(some(["shared"])) }
        share.show("barn", of: ["barn"], true)
        expect(["home", "barn"].map { shares.taken(in: $0) }, equals: [1, 1])
        full.end()
        share.show("barn", of: ["barn"], true)
        expect(["home", "barn"].map { shares.taken(in: $0) }, equals: [1, 1])
    }
}
