internal import Expectations
@testable internal import HearthIntegrations
internal import Testing

struct NearbyThingsTests {
    private func service(_ name: String, port: UInt16 = 80, life: Duration? = nil) -> NearbyService {
        NearbyService(type: "_plug._tcp", name: name, host: "plug.local", addresses: [], port: port, life: life)
    }

    private func thing(_ key: String, finder: String? = nil) -> FoundThing {
        var thing = FoundThing(key: key, kind: "plug", identity: key, name: key, address: "plug", readiness: .ready)
        thing.finder = finder
        return thing
    }

    private enum Step {
        /// A service announces a thing on a port.
        case announce(String, String, UInt16)
        case withdraw(String)
    }

    /// After each step: the found things, and whether the inbox has changed; for an announcement also whether it is news.
    private static let steps: [(step: Step, found: [String], isInboxNew: Bool, isNews: Bool?)] = [
        (.announce("one", "a", 80), ["a"], true, true), (.announce("one", "a", 80), ["a"], false, false),
        (.announce("one", "a", 81), ["a"], false, true), (.announce("two", "a", 80), ["a"], false, true),
        // One of two services that announce a thing is withdrawn, or announces another thing.
        (.withdraw("two"), ["a"], false, nil), (.announce("two", "b", 80), ["a", "b"], true, true),
        (.announce("one", "b", 80), ["b"], true, true), (.withdraw("one"), ["b"], false, nil),
        (.withdraw("two"), [], true, nil), (.withdraw("two"), [], false, nil),
    ]

    @Test func aThingIsFoundWhileAServiceAnnouncesIt() {
        var nearby = NearbyThings()
        for (step, found, isInboxNew, isNews) in Self.steps {
            switch step {
            case .announce(let name, let key, let port):
                let outcome = nearby.announce(thing(key), by: service(name, port: port), at: .zero, now: .zero)
                expect((outcome.isInboxNew, outcome.isNews), are: (isInboxNew, isNews ?? false), "\(step)")
            case .withdraw(let name):
                expect(nearby.withdraw("_plug._tcp", name).isInboxNew, equals: isInboxNew, "\(step)")
            }
            expect(nearby.inbox.all.map(\.thing.key), equals: found, "\(step)")
        }
    }

    @Test func servicesOfAThingAreKnownByItsIdentity() {
        var nearby = NearbyThings()
        for name in ["one", "two"] { _ = nearby.announce(thing("a"), by: service(name), at: .zero, now: .zero) }
        expect(Set(nearby.services(ofKind: "plug", identity: "a").map(\.name)), equals: ["one", "two"])
        expect(nearby.services(ofKind: "lamp", identity: "a"), equals: [])
        expect(nearby.withdraw("_plug._tcp", "one").thing?.key, equals: "a")
        expect(nearby.services(ofKind: "plug", identity: "a").map(\.name), equals: ["two"])
    }

    @Test func findingsOfOneIntegrationAreLost() {
        var nearby = NearbyThings()
        for (key, finder) in [("a", "one"), ("b", "one"), ("c", "two")] {
            _ = nearby.inbox.see(thing(key, finder: finder), at: .zero, now: .zero, life: nil)
        }
        expect(nearby.loseFindings(of: "one", except: ["b"]))
        expect(nearby.inbox.all.map(\.thing.key), equals: ["b", "c"])
        expect(!nearby.loseFindings(of: "one", except: ["b"]))
    }
}
