internal import Expectations
@testable internal import HearthDiscoveryPublisher
internal import Testing

@Suite struct TopicsTests {
    @Test("An ID becomes a level of a topic, and different IDs differ")
    func idsBecomeLevels() {
        expect(Topics.slug("living-floor_lamp1"), equals: "living-floor_lamp1")
        let others = ["", "a/b", "a+b", "#", "Lämp", String(repeating: "x", count: 65), "a b"].map { Topics.slug($0) }
        expect(Set(others).count, equals: others.count)
        expect(others.filter { $0.isEmpty || Topics.slug($0) != $0 }, equals: [])
    }

    @Test("Topics of commands are read back")
    func commandTopicsAreRead() {
        let topics = Topics(prefix: "ha", hubID: "0123abcd-4567")
        let command = topics.command(topics.set("lamp", 2, "light"))
        expect(command?.slug, equals: "lamp")
        expect(command?.endpoint, equals: 2)
        expect(command?.property, equals: "light")
        expect(topics.announced(topics.components("lamp")), equals: "lamp")
        for topic in [
            "", "hearth", "hearth/0123abcd", "hearth/0123abcd/", "hearth/0123abcd/lamp/set/x/light",
            "hearth/0123abcd/lamp/set/65536/light", "hearth/0123abcd/lamp/set/1/a/b", "hearth/other/lamp/set/1/light",
        ] {
            expect(topics.command(topic) == nil, equals: true, "\(topic)")
            expectNil(topics.announced(topic))
        }
    }

    @Test("Homes at two Home Assistants of one broker share no topics")
    func prefixesShareNoTopics() {
        let (usual, other) = (
            Topics(prefix: "homeassistant", hubID: "0123abcd"), Topics(prefix: "second/ha", hubID: "0123abcd")
        )
        expect(usual.status, equals: "hearth/0123abcd/status")
        expectNil(other.announced(usual.components("lamp")))
        expect(other.command(usual.set("lamp", 1, "light")) == nil, equals: true)
        expect(other.hubIdentifier != usual.hubIdentifier, equals: true)
    }
}
