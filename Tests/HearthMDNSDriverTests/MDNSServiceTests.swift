internal import Expectations
internal import HearthEventLoop
internal import HearthMDNS
@testable internal import HearthMDNSDriver
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// The next change that fits.
func next(_ changes: inout ServiceChanges.Iterator, where fits: (ServiceChange) -> Bool) async -> ServiceChange? {
    while let change = await changes.next() {
        if fits(change) { return change }
    }
    return nil
}

@Suite(.timeLimit(.minutes(5))) struct MDNSServiceTests {
    /// Options for the loopback alone.
    private func options(_ host: String, port: UInt16) -> MDNSService.Options {
        var options = MDNSService.Options(hostName: host)
        options.interfaces = ["lo"]
        options.port = port
        return options
    }

    /// A socket that has a free port to itself.
    private static func owner(_ loop: EventLoop) async throws -> LoopBound<DatagramSocket> {
        try await withCheckedThrowingContinuation { continuation in
            loop.post {
                continuation.resume(
                    with: Result {
                        let any = try require(DatagramAddress(host: "0.0.0.0", port: 0))
                        return LoopBound(try DatagramSocket(loop: loop, address: any), loop: loop)
                    })
            }
        }
    }

    /// A port that nothing uses.
    private static func freePort(_ loop: EventLoop) async throws -> UInt16 {
        let owner = try await owner(loop)
        return await withCheckedContinuation { continuation in
            owner.run { socket in
                socket.close()
                continuation.resume(returning: socket.address.port)
            }
        }
    }

    @Test func aServiceIsFoundRenamedAndGone() async throws {
        let (loop, name) = (try EventLoop.start(), "Hearth \(UInt32.random(in: 0 ... .max))")
        let port = try await Self.freePort(loop)
        let type = try ServiceType("_hearth._tcp")
        let hub = try MDNSService(loop: loop, options: options("hub", port: port))
        let second = try MDNSService(loop: loop, options: options("hub", port: port))
        let client = try MDNSService(loop: loop, options: options("client", port: port))
        var changes = client.browse([type]).makeAsyncIterator()
        let attributes = try ServiceAttributes(["v": "1"])
        let announcement = try hub.announce(
            AnnouncedService(name: name, type: type, port: 4327, attributes: attributes))
        let found = await next(&changes) { _ in true }
        guard case .found(let service)? = found else {
            expect("\(String(describing: found))", equals: "found")
            return
        }
        expect(service.name, equals: name)
        expect(service.port, equals: 4327)
        expect(service.attributes, equals: attributes)
        expect(service.addresses.map(\.description).contains("127.0.0.1"))
        expect(service.host, equals: try DNSName("hub.local"))
        expect(await client.status().listening.contains("lo IPv4"))

        // A second hub with the same names.
        let named = Shared<[String]>([])
        _ = try second.announce(AnnouncedService(name: name, type: type, port: 4328)) { name in named.append(name) }
        let other = await next(&changes) { change in
            if case .found(let service) = change { return service.port == 4328 }
            return false
        }
        guard case .found(let renamed)? = other else { return }
        expect(renamed.name, equals: name + " (2)")
        // Both hosts have the same addresses, so that their records do not conflict.
        expect(renamed.host, equals: service.host)
        expect(named.value, equals: [name + " (2)"])

        // Another reader begins with those that are there.
        var there: Set<String> = []
        for await change in client.browse([type]) {
            if case .found(let service) = change { there.insert(service.name) }
            if there.count == 2 { break }
        }
        expect(there, equals: [name, name + " (2)"])

        announcement.withdraw()
        let gone = await next(&changes) { change in
            if case .gone(let service) = change { return service.name == name }
            return false
        }
        expect(gone != nil)
        await second.stop()
        await hub.stop()
        await client.stop()
        expect(await next(&changes) { if case .found = $0 { true } else { false } } == nil)
        await loop.stop()
    }

    @Test func withoutANetworkItSaysSo() async throws {
        let loop = try EventLoop.start()
        let problems = Shared<[String]>([])
        var options = options("hub", port: try await Self.freePort(loop))
        options.interfaces = []
        options.onProblem = { problem in problems.append(problem) }
        let service = try MDNSService(loop: loop, options: options)
        var changes = service.browse([try ServiceType("_hue._tcp")]).makeAsyncIterator()
        _ = try service.announce(AnnouncedService(name: "x", type: try ServiceType("_hue._tcp"), port: 1))
        expect(await service.status(), equals: MDNSService.Status())
        expect(problems.value.count, equals: 1)
        expect(problems.value.first?.contains("no network interface") ?? false)
        await service.stop()
        expect(await next(&changes) { _ in true } == nil)
        await loop.stop()
    }

    @Test func aTakenPortIsAProblem() async throws {
        let loop = try EventLoop.start()
        let owner = try await Self.owner(loop)
        let port = await withCheckedContinuation { continuation in
            owner.run { continuation.resume(returning: $0.address.port) }
        }
        let service = try MDNSService(loop: loop, options: options("hub", port: port))
        let status = await service.status()
        expect(status.problems["lo IPv4"]?.contains("in use") ?? false, "\(status)")
        expect(!status.listening.contains("lo IPv4"))
        owner.run { $0.close() }
        await service.stop()
        await loop.stop()
    }

    private static let neighbor = PythonProgram("Neighbor.py", in: "HearthMDNSDriverTests", needs: ["zeroconf"])

    @Test(.enabled(if: neighbor.isInstalled, "skipped: python-zeroconf is not installed"))
    func zeroconfFindsAndIsFound() async throws {
        let loop = try EventLoop.start()
        let (name, own) = ("kitchen-\(UInt32.random(in: 0 ... .max))", "Hearth \(UInt32.random(in: 0 ... .max))")
        let neighbor = try Self.neighbor.start([name])
        try require(await neighbor.line { $0 == "ready" } != nil, "the neighbour ended at its start")
        let service = try MDNSService(loop: loop, options: options(name + "-hub", port: 5353))
        let (hue, hearth) = (try ServiceType("_esphomelib._tcp"), try ServiceType("_hearth._tcp"))
        var changes = service.browse([hue]).makeAsyncIterator()
        let announcement = try service.announce(
            AnnouncedService(name: own, type: hearth, port: 4327, attributes: try ServiceAttributes(["v": "1"])))
        func isNeighbor(_ service: DiscoveredService) -> Bool { service.name == name }
        let found = await next(&changes) { if case .found(let service) = $0 { isNeighbor(service) } else { false } }
        if case .found(let service)? = found {
            expect(service.port, equals: 6053)
            expect(service.addresses.map(\.description), equals: ["127.0.0.1"])
            expect(service.attributes.text("mac"), equals: "aabbccddeeff")
        }
        let line = await neighbor.line { $0.hasPrefix("found \(own)") }
        expect(line, equals: "found \(own) 4327 127.0.0.1 v=1")
        announcement.withdraw()
        expect(await neighbor.line { $0 == "gone \(own)" } != nil)
        try await neighbor.write(Array("\n".utf8))
        let gone = await next(&changes) { if case .gone(let service) = $0 { isNeighbor(service) } else { false } }
        expect(gone != nil)
        try await neighbor.write(Array("\n".utf8))
        await service.stop()
        await loop.stop()
    }
}

/// A value that closures of other threads change.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value { state.withLock { $0 } }
}

extension Shared where Value == [String] {
    func append(_ text: String) { state.withLock { $0.append(text) } }
}
