internal import HearthTraitCore
internal import Expectations
internal import Testing

@Suite struct RandomIDTests {
    @Test func identitiesAreUUIDsOfVersion4AndNoTwoAreTheSame() {
        let ids = Set((0..<100).map { _ in RandomID.make() })
        expect(ids.count, equals: 100)
        for id in ids {
            let parts = id.split(separator: "-").map(String.init)
            expect(parts.map(\.count), equals: [8, 4, 4, 4, 12])
            expect(parts[2].first == "4" && "89ab".contains(parts[3].prefix(1)))
        }
    }
}
