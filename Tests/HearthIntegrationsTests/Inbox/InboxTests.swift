internal import HearthIntegrations
internal import Expectations
internal import Testing

@Suite struct InboxTests {
    private func thing(
        _ key: String, name: String = "Plug", address: String = "192.0.2.1", _ readiness: FoundThing.Readiness = .ready
    ) -> FoundThing {
        FoundThing(key: key, kind: "fake", name: name, address: address, readiness: readiness)
    }

    @Test func aThingIsNewOnlyWhenItDiffers() {
        var inbox = Inbox()
        expect(inbox.see(thing("a"), at: .zero, now: .zero, life: nil))
        expect(!inbox.see(thing("a"), at: .seconds(5), now: .seconds(5), life: nil))
        expect(inbox.see(thing("a", address: "192.0.2.2"), at: .seconds(6), now: .seconds(6), life: nil))
        expect(inbox.all.map(\.thing), equals: [thing("a", address: "192.0.2.2")])
        expect(inbox.all.map(\.seenAt), equals: [.seconds(6)])
        expect(inbox.lose("a"))
        expect(!inbox.lose("a"))
        expect(inbox.all.isEmpty)
    }

    @Test func whatIsNotSeenAgainExpires() {
        var inbox = Inbox()
        _ = inbox.see(thing("a"), at: .zero, now: .zero, life: .seconds(10))
        _ = inbox.see(thing("b"), at: .zero, now: .zero, life: .seconds(20))
        _ = inbox.see(thing("c"), at: .zero, now: .zero, life: nil)
        expect(inbox.nextExpiry, equals: .seconds(10))
        _ = inbox.see(thing("a"), at: .zero, now: .seconds(9), life: .seconds(10))
        expect(!inbox.expire(now: .seconds(10)))
        expect(inbox.expire(now: .seconds(20)))
        expect(inbox.all.map(\.thing.key), equals: ["c"])
        expect(inbox.nextExpiry, equals: nil)
    }

    @Test func aFloodDropsWhatWasSilentLongest() {
        var inbox = Inbox()
        for number in 0..<Inbox.mostThings { _ = inbox.see(thing("\(number)"), at: .zero, now: .zero, life: nil) }
        _ = inbox.see(thing("0"), at: .zero, now: .zero, life: nil)
        for number in 0..<100 { _ = inbox.see(thing("new \(number)"), at: .zero, now: .zero, life: nil) }
        expect(inbox.all.count, equals: Inbox.mostThings)
        expect(inbox["0"] != nil)
        expect(inbox["1"] == nil)
        expect(inbox["new 99"] != nil)
    }

    @Test func aFloodDropsUnsupportedThingsFirst() {
        var inbox = Inbox()
        _ = inbox.see(thing("old"), at: .zero, now: .zero, life: nil)
        for number in 0...Inbox.mostThings {
            _ = inbox.see(thing("\(number)", .notSupported), at: .zero, now: .zero, life: nil)
        }
        expect(inbox.all.count, equals: Inbox.mostThings)
        expect(inbox["old"] != nil)
        expect(inbox["0"] == nil)
    }

    @Test func longAndControllingTextsAreCut() {
        var inbox = Inbox()
        expect(!inbox.see(thing(String(repeating: "k", count: 300)), at: .zero, now: .zero, life: nil))
        expect(!inbox.see(thing(""), at: .zero, now: .zero, life: nil))
        _ = inbox.see(
            thing("a", name: String(repeating: "é", count: 64 << 10), address: "x\u{1B}[2J\0"), at: .zero, now: .zero,
            life: nil)
        expect(inbox["a"]?.name.utf8.count, equals: 254)
        expect(inbox["a"]?.address, equals: "x[2J")
        var many = thing("b")
        for number in 0..<1_000 { many.settings["\(number)"] = String(repeating: "v", count: 9_000) }
        _ = inbox.see(many, at: .zero, now: .zero, life: nil)
        expect(inbox["b"]?.settings.count, equals: 32)
        expect(inbox["b"]?.settings.values.allSatisfy { $0.utf8.count <= 255 }, equals: true)
    }
}
