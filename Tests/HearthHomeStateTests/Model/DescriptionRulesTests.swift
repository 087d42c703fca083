@testable internal import HearthHomeState
internal import HearthTraitCore
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct DescriptionRulesTests {
    private let rules: DescriptionRules

    init() {
        var limits = HubLimits()
        limits.endpointsPerDevice = .max
        limits.descriptionBytes = .max
        rules = DescriptionRules(traits: TraitTable([]), limits: limits)
    }

    private func device(_ parents: [(id: UInt16, parent: UInt16?)]) -> DeviceDescription {
        DeviceDescription(
            id: "d", name: "Device",
            endpoints: parents.map { EndpointDescription(id: $0.id, parent: $0.parent, deviceTypes: [], traits: []) },
            isMatterDevice: false)
    }

    @Test func aTreeIsTaken() throws {
        try rules.check(device([(0, nil), (1, 0), (2, 0), (3, 2), (4, 3)]))
    }

    @Test func theOrderOfEndpointsDoesNotMatter() throws {
        try rules.check(device([(4, 3), (3, 2), (2, 0), (1, 0), (0, nil)]))
    }

    /// A walk to the root from each of them would take minutes.
    @Test func theLongestChainIsTaken() throws {
        let chain = (0...UInt16.max).map { id in (id: id, parent: id == 0 ? nil : id - 1) }
        try rules.check(device(chain.reversed()))
        try rules.check(device(chain))
    }

    @Test(
        arguments: [
            ([(0, nil), (1, 1)], 1), ([(0, nil), (1, 2), (2, 1)], 1), ([(0, nil), (1, 2), (2, 3), (3, 4), (4, 2)], 2),
        ] as [([(id: UInt16, parent: UInt16?)], Int)])
    func aLoopIsRefused(_ parents: [(id: UInt16, parent: UInt16?)], _ looped: Int) {
        let error = expect(throws: HubError.self) { try rules.check(device(parents)) }
        expect(error?.message.contains("has endpoint \(looped) under itself"), equals: true)
    }

    /// One character may have any number of scalars.
    @Test func aRefusalQuotesTheBeginningOfALongName() {
        var long = device([(0, nil)])
        long.id = ""
        long.name = "a" + String(repeating: "\u{301}", count: 100_000)
        let error = expect(throws: HubError.self) { try rules.check(long) }
        expect((error?.message.utf8.count ?? .max), isBelow: 1_000)
    }

    @Test func loopAfterALongChainIsRefused() {
        var chain = (0...UInt16.max).map { id in (id: id, parent: id == 0 ? nil : id - 1) }
        chain[1].parent = .max
        expect(throws: HubError.self) { try rules.check(device(chain)) }
    }

    @Test func aParentThatIsNotThereIsRefused() {
        let error = expect(throws: HubError.self) { try rules.check(device([(0, nil), (1, 7)])) }
        expect(error?.message.contains("under endpoint 7, which is not there"), equals: true)
    }
}
