@testable internal import HearthMDNS
internal import Expectations
internal import Testing

/// A browser with a clock of its own, which collects what it does.
struct BrowserRig {
    var browser: ServiceBrowser
    var random = Seeded(1)
    let start = ContinuousClock.now
    var now: ContinuousClock.Instant
    /// Queries, by the milliseconds since the start.
    var queries: [(time: Int64, interface: UInt32, message: DNSMessage)] = []
    var changes: [ServiceChange] = []

    init(
        _ types: [String] = ["_esphomelib._tcp"], interfaces: Set<UInt32> = [2], limits: ServiceBrowser.Limits = .init()
    ) throws {
        browser = ServiceBrowser(limits: limits)
        now = start
        browser.want(Set(try types.map { try ServiceType($0) }), now: now, using: &random)
        perform(browser.use(interfaces: interfaces, now: now, using: &random))
    }

    mutating func perform(_ actions: [ServiceBrowser.Action]) {
        for action in actions {
            switch action {
            case .send(let message, let interface):
                let passed = (now - start).components
                queries.append((passed.seconds * 1000 + passed.attoseconds / 1_000_000_000_000_000, interface, message))
            case .changed(let change): changes.append(change)
            }
        }
    }

    /// Lets time pass, with a call at each deadline.
    mutating func wait(_ time: Duration) {
        let end = now + time
        while let deadline = browser.deadline, deadline <= end {
            now = max(deadline, now)
            perform(browser.timePassed(now: now, using: &random))
        }
        now = end
    }

    mutating func hear(_ message: DNSMessage, on interface: UInt32 = 2) {
        perform(browser.received(message, interface: interface, now: now, using: &random))
    }

    mutating func hear(_ packet: [UInt8], on interface: UInt32 = 2) throws {
        hear(try DNSMessage(packet), on: interface)
    }

    /// Takes what happened since the last call.
    mutating func take() -> [ServiceChange] {
        defer { changes = [] }
        return changes
    }
}

/// The records of a lamp.
struct Lamp {
    var name = "kitchen"
    var port: UInt16 = 6053
    var address: [UInt8] = [192, 168, 1, 5]
    var text: [String]? = ["mac=aabbccddeeff"]

    var type: ServiceType { get throws { try ServiceType("_esphomelib._tcp") } }
    var instance: DNSName { get throws { try type.name.child(name) } }
    var host: DNSName { get throws { try DNSName("\(name).local") } }

    func pointer(_ lifetime: UInt32 = 4500) throws -> DNSRecord {
        DNSRecord(try type.name, .ptr(try instance), lifetime: lifetime)
    }

    func place(_ lifetime: UInt32 = 120) throws -> DNSRecord {
        DNSRecord(
            try instance, .srv(priority: 0, weight: 0, port: port, target: try host), lifetime: lifetime,
            flushesCache: true)
    }

    func addressRecord(_ lifetime: UInt32 = 120) throws -> DNSRecord {
        let address = try require(IPAddress(address))
        return DNSRecord(
            try host, address.isIPv4 ? .a(address) : .aaaa(address), lifetime: lifetime, flushesCache: true)
    }

    func texts(_ lifetime: UInt32 = 4500) throws -> [DNSRecord] {
        try text.map {
            [DNSRecord(try instance, .txt($0.map { Array($0.utf8) }), lifetime: lifetime, flushesCache: true)]
        } ?? []
    }

    var announcement: DNSMessage {
        get throws { .response([try pointer(), try place(), try addressRecord()] + (try texts())) }
    }

    func service(scope: UInt32 = 2) throws -> DiscoveredService {
        DiscoveredService(
            type: try type, instance: try instance, host: try host, port: port,
            addresses: [try require(IPAddress(address, scope: scope))],
            attributes: ServiceAttributes(strings: (text ?? []).map { Array($0.utf8) }))
    }
}

@Suite struct ServiceBrowserTests {
    @Test func queriesBecomeRare() throws {
        var limits = ServiceBrowser.Limits()
        limits.longestInterval = .seconds(60)
        var rig = try BrowserRig(limits: limits)
        rig.wait(.seconds(200))
        let times = rig.queries.map(\.time)
        expect(times.first.map { $0 >= 20 && $0 <= 120 } ?? false)
        expect(
            zip(times, times.dropFirst()).map { $1 - $0 }, equals: [1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000])
        expect(rig.queries.first?.message, equals: .query([DNSQuestion(try DNSName("_esphomelib._tcp.local"), .ptr)]))
    }

    @Test func aRealServiceIsFoundAndGoes() throws {
        var rig = try BrowserRig()
        try rig.hear(RealPackets.announcement)
        var lamp = Lamp(address: [127, 0, 0, 1])
        lamp.text = ["friendly_name=Kitchen lamp", "mac=aabbccddeeff", "api_encryption"]
        expect(rig.take(), equals: [.found(try lamp.service())])
        expect(rig.browser.services, equals: [try lamp.service()])
        // The answer to a query says the same.
        try rig.hear(RealPackets.answer)
        expect(rig.take(), equals: [])
        try rig.hear(RealPackets.goodbye)
        rig.wait(.milliseconds(999))
        expect(rig.take(), equals: [])
        rig.wait(.milliseconds(1))
        expect(rig.take(), equals: [.gone(try lamp.service())])
        expect(rig.browser.cache.bytes, isBelow: 500)
    }

    @Test func aGoodbyeThatIsTakenBackIsNoChange() throws {
        var rig = try BrowserRig()
        try rig.hear(RealPackets.announcement)
        _ = rig.take()
        try rig.hear(RealPackets.goodbye)
        rig.wait(.milliseconds(500))
        try rig.hear(RealPackets.announcement)
        rig.wait(.seconds(10))
        expect(rig.take(), equals: [])
    }

    @Test func whatIsMissingIsAskedFor() throws {
        let lamp = Lamp()
        var rig = try BrowserRig()
        rig.wait(.milliseconds(200))
        rig.queries = []
        rig.hear(.response([try lamp.pointer()]))
        rig.wait(.milliseconds(130))
        let asked = Set(rig.queries.flatMap(\.message.questions))
        expect(asked, equals: [DNSQuestion(try lamp.instance, .srv), DNSQuestion(try lamp.instance, .txt)])
        rig.queries = []
        rig.hear(.response([try lamp.place()] + (try lamp.texts())))
        rig.wait(.milliseconds(130))
        expect(
            Set(rig.queries.flatMap(\.message.questions)),
            equals: [DNSQuestion(try lamp.host, .a), DNSQuestion(try lamp.host, .aaaa)])
        expect(rig.take(), equals: [])
        rig.hear(.response([try lamp.addressRecord()]))
        expect(rig.take(), equals: [.found(try lamp.service())])
        rig.queries = []
        rig.wait(.seconds(30))
        // Nothing is missing any more.
        expect(Set(rig.queries.flatMap(\.message.questions).map(\.type)), equals: [.ptr])
    }

    @Test func aServiceWithoutAttributesIsFoundLater() throws {
        var lamp = Lamp()
        lamp.text = nil
        var rig = try BrowserRig()
        rig.hear(try lamp.announcement)
        rig.wait(.milliseconds(1999))
        expect(rig.take(), equals: [])
        rig.wait(.milliseconds(1))
        expect(rig.take(), equals: [.found(try lamp.service())])
    }

    @Test func knownAnswersAreTold() throws {
        let lamp = Lamp()
        var rig = try BrowserRig()
        rig.hear(try lamp.announcement)
        rig.wait(.seconds(4))
        rig.hear(try lamp.announcement)
        rig.queries = []
        rig.wait(.seconds(10))
        let known = rig.queries.filter { $0.message.questions.contains { $0.type == .ptr } }.map(\.message.answers)
        expect(known, equals: [[try lamp.pointer(4496)]])
    }

    @Test func recordsAreRefreshedBeforeTheyExpire() throws {
        let lamp = Lamp()
        var rig = try BrowserRig()
        rig.hear(try lamp.announcement)
        rig.wait(.seconds(130))
        let question = DNSQuestion(try lamp.instance, .srv)
        let times = rig.queries.filter { $0.message.questions.contains(question) }.map { $0.time / 1000 }
        // 80, 85, 90 and 95 % of 120 seconds, and the time after it has expired.
        expect(times.count, isAbove: 3)
        for (time, earliest) in zip(times, [96, 102, 108, 114]) {
            expect(time >= Int64(earliest) - 1 && time <= Int64(earliest) + 3, "\(times)")
        }
        expect(rig.take(), equals: [.found(try lamp.service()), .gone(try lamp.service())])
        // It is found again when it answers.
        rig.hear(try lamp.announcement)
        expect(rig.take(), equals: [.found(try lamp.service())])
    }

    @Test func aRefreshedServiceStays() throws {
        let lamp = Lamp()
        var rig = try BrowserRig()
        rig.hear(try lamp.announcement)
        for _ in 0..<100 {
            rig.wait(.seconds(110))
            rig.hear(try lamp.announcement)
        }
        expect(rig.take(), equals: [.found(try lamp.service())])
    }

    @Test func newRecordsReplaceOldOnes() throws {
        var lamp = Lamp()
        var rig = try BrowserRig()
        rig.hear(try lamp.announcement)
        rig.wait(.seconds(5))
        lamp.port = 6054
        rig.hear(.response([try lamp.place()]))
        lamp.address = [192, 168, 1, 9]
        rig.hear(.response([try lamp.addressRecord()]))
        rig.wait(.seconds(2))
        lamp.text = ["mac=001122334455"]
        rig.hear(.response(try lamp.texts()))
        rig.wait(.seconds(2))
        expect(rig.browser.services, equals: [try lamp.service()])
        expect(rig.take().count, equals: 5)
    }

    @Test func shortLivedAddressesAreKept() throws {
        let lamp = Lamp()
        var rig = try BrowserRig()
        rig.hear(.response([try lamp.pointer(), try lamp.place(), try lamp.addressRecord(4)] + (try lamp.texts())))
        rig.wait(.seconds(60))
        expect(rig.take(), equals: [.found(try lamp.service())])
        // It is asked for meanwhile.
        expect(rig.queries.contains { $0.message.questions.contains { $0.type == .a } })
    }

    @Test func interfacesAreKeptApart() throws {
        let lamp = Lamp(address: [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [7])
        var rig = try BrowserRig(interfaces: [2, 3])
        rig.hear(try lamp.announcement, on: 3)
        rig.hear(try lamp.announcement, on: 9)
        expect(rig.take(), equals: [.found(try lamp.service(scope: 3))])
        rig.hear(try lamp.announcement, on: 2)
        let change = rig.take()
        expect(rig.browser.services.first?.addresses.map(\.description), equals: ["fe80::7%2", "fe80::7%3"])
        expect(change.count, equals: 1)
        rig.perform(rig.browser.use(interfaces: [2], now: rig.now, using: &rig.random))
        expect(rig.take(), equals: [.changed(try lamp.service(scope: 2))])
        rig.perform(rig.browser.use(interfaces: [], now: rig.now, using: &rig.random))
        expect(rig.take(), equals: [.gone(try lamp.service(scope: 2))])
        rig.queries = []
        rig.wait(.seconds(100))
        expect(rig.queries.count, equals: 0)
    }

    @Test func otherServicesAreIgnored() throws {
        var rig = try BrowserRig(["_hue._tcp"])
        rig.hear(try Lamp().announcement)
        rig.hear(DNSMessage.query([], known: [try Lamp().pointer()]))
        var broken = try Lamp().announcement
        broken.flags |= 3
        rig.hear(broken)
        rig.wait(.seconds(10))
        expect(rig.take(), equals: [])
        expect(rig.browser.cache.bytes, equals: 0)
        expect(Set(rig.queries.flatMap(\.message.questions)).count, equals: 1)
    }

    @Test func unwantedTypesAreForgotten() throws {
        var rig = try BrowserRig()
        rig.hear(try Lamp().announcement)
        rig.browser.want([], now: rig.now, using: &rig.random)
        expect(rig.browser.services, equals: [])
        rig.queries = []
        rig.wait(.seconds(200))
        expect(rig.queries.count, equals: 0)
        expect(rig.browser.cache.bytes, equals: 0)
    }

    @Test func forgedServicesHaveALimit() throws {
        var rig = try BrowserRig()
        let real = Lamp()
        rig.hear(try real.announcement)
        for number in 0..<10_000 {
            var forged = Lamp(name: "forged-\(number)" + String(repeating: "x", count: 40))
            forged.text = [String](repeating: String(repeating: "y", count: 200), count: number < 50 ? 9 : 30)
            rig.hear(number < 400 ? try forged.announcement : .response([try forged.pointer()]))
            if number % 1000 == 0 { rig.wait(.milliseconds(10)) }
        }
        expect(rig.browser.services.count <= 200)
        expect(rig.browser.cache.bytes <= 1 << 20)
        expect(rig.browser.services.contains(try real.service()))
        expect(rig.browser.ignoredServices, isAbove: 9_000)
    }

    @Test func forgedRecordsOfOneNameHaveALimit() throws {
        var rig = try BrowserRig()
        rig.hear(try Lamp().announcement)
        for number in 0..<1_000 {
            var lamp = Lamp()
            lamp.address = [10, 0, UInt8(number >> 8), UInt8(number & 0xFF)]
            lamp.port = UInt16(number + 1)
            var (place, address) = (try lamp.place(), try lamp.addressRecord(.max))
            place.flushesCache = false
            address.flushesCache = false
            rig.hear(.response([place, address]))
        }
        expect(rig.browser.services.first?.addresses.count ?? 0, isBelow: 17)
        expect(rig.browser.cache.bytes, isBelow: 10_000)
    }
}
