@testable internal import HearthMDNS
internal import Expectations
internal import Testing

/// An announcer with a clock of its own, which collects what it does.
struct AnnouncerRig {
    var announcer: ServiceAnnouncer
    var random = Seeded(2)
    let start = ContinuousClock.now
    var now: ContinuousClock.Instant
    var sent: [(time: Int64, message: DNSMessage, to: ServiceAnnouncer.Destination)] = []
    var names: [String] = []
    var hostNames: [String] = []

    static let own: [UInt8] = [192, 168, 1, 2]

    init(_ names: [String] = ["Hearth"], settled: Bool = true) throws {
        announcer = try ServiceAnnouncer(host: "hearth-1a2b")
        now = start
        announcer.use(addresses: [2: [try require(IPAddress(Self.own))]], now: now, using: &random)
        for (id, name) in names.enumerated() { try announce(name, id) }
        if settled {
            wait(.seconds(10))
            sent = []
        }
    }

    mutating func announce(_ name: String, _ id: Int) throws {
        let service = AnnouncedService(
            name: name, type: try ServiceType("_hearth._tcp"), port: 4327, attributes: try ServiceAttributes(["v": "1"])
        )
        try announcer.announce(service, id: id, now: now, using: &random)
    }

    mutating func perform(_ actions: [ServiceAnnouncer.Action]) {
        for action in actions {
            switch action {
            case .send(let message, _, let destination):
                let passed = (now - start).components
                sent.append((passed.seconds * 1000 + passed.attoseconds / 1_000_000_000_000_000, message, destination))
            case .named(_, let name): names.append(name)
            case .hostNamed(let name): hostNames.append("\(name)")
            }
        }
    }

    mutating func wait(_ time: Duration) {
        let end = now + time
        while let deadline = announcer.deadline, deadline <= end {
            now = max(deadline, now)
            perform(announcer.timePassed(now: now, using: &random))
        }
        now = end
    }

    mutating func hear(_ message: DNSMessage, from address: [UInt8] = [192, 168, 1, 9], port: UInt16 = 5353) throws {
        let origin = ServiceAnnouncer.Origin(interface: 2, address: try require(IPAddress(address)), port: port)
        perform(announcer.received(message, from: origin, now: now, using: &random))
    }

    /// What is sent from now on.
    mutating func answers(_ message: DNSMessage, port: UInt16 = 5353, within time: Duration = .milliseconds(600)) throws
        -> [DNSMessage]
    {
        sent = []
        try hear(message, port: port)
        wait(time)
        return sent.map(\.message)
    }
}

@Suite struct ServiceAnnouncerTests {
    private let type: DNSName
    private let instance: DNSName
    private let host: DNSName
    private let pointer: DNSRecord
    private let place: DNSRecord
    private let text: DNSRecord
    private let address: DNSRecord

    init() throws {
        type = try DNSName("_hearth._tcp.local")
        instance = try DNSName("Hearth._hearth._tcp.local")
        host = try DNSName("hearth-1a2b.local")
        pointer = DNSRecord(type, .ptr(instance), lifetime: 4500)
        place = DNSRecord(
            instance, .srv(priority: 0, weight: 0, port: 4327, target: host), lifetime: 120, flushesCache: true)
        text = DNSRecord(instance, .txt([Array("v=1".utf8)]), lifetime: 4500, flushesCache: true)
        address = DNSRecord(host, .a(try require(IPAddress(AnnouncerRig.own))), lifetime: 120, flushesCache: true)
    }

    private func plain(_ record: DNSRecord) -> DNSRecord {
        var record = record
        record.flushesCache = false
        return record
    }

    // MARK: Claiming

    @Test func namesAreProbedThenAnnounced() throws {
        var rig = try AnnouncerRig(settled: false)
        rig.wait(.seconds(10))
        let probed = rig.sent.filter { !$0.message.isResponse }
        let instanceProbes = probed.filter { $0.message.questions.contains(DNSQuestion(instance, .any)) }
        expect(instanceProbes.count, equals: 3)
        expect(zip(instanceProbes, instanceProbes.dropFirst()).map { $1.time - $0.time }, equals: [250, 250])
        expect(instanceProbes.first?.time ?? 999, isBelow: 251)
        expect(instanceProbes.first?.message.authorities, equals: [plain(place), plain(text)])
        let hostProbes = probed.filter { $0.message.questions.contains(DNSQuestion(host, .any)) }
        expect(hostProbes.count, equals: 3)
        expect(hostProbes.first?.message.authorities, equals: [plain(address)])

        let announced = rig.sent.filter { $0.message.answers.contains(pointer) }
        expect(announced.count, equals: 2)
        expect(
            announced.map { $0.message.answers.contains(place) && $0.message.answers.contains(address) },
            equals: [true, true])
        expect((announced.last?.time ?? 0) - (announced.first?.time ?? 0), equals: 1000)
        expect((rig.names, rig.hostNames), are: (["Hearth"], ["hearth-1a2b.local"]))
        expectNil(rig.announcer.deadline)
    }

    @Test func takenNamesGetANumber() throws {
        var rig = try AnnouncerRig(settled: false)
        rig.wait(.milliseconds(300))
        let other = DNSRecord(
            instance, .srv(priority: 0, weight: 0, port: 1, target: host), lifetime: 120, flushesCache: true)
        try rig.hear(.response([other]))
        rig.wait(.milliseconds(300))
        var second = other
        second.name = try type.child("Hearth (2)")
        try rig.hear(.response([second]))
        let foreign = DNSRecord(
            host, .a(try require(IPAddress([192, 168, 1, 3]))), lifetime: 120, flushesCache: true)
        try rig.hear(.response([foreign]))
        rig.wait(.seconds(10))
        expect(rig.names, equals: ["Hearth (3)"])
        // The host was established by then, so it keeps the name that nothing defends.
        expect(rig.announcer.hostName.description.hasPrefix("hearth-1a2b"))
    }

    @Test func longNamesAreCutForTheirNumber() throws {
        var rig = try AnnouncerRig([String(repeating: "\u{e9}", count: 31)], settled: false)
        rig.wait(.milliseconds(300))
        let name = try type.child(String(repeating: "\u{e9}", count: 31))
        try rig.hear(.response([DNSRecord(name, .txt([[1]]), lifetime: 120)]))
        rig.wait(.seconds(10))
        expect(rig.names, equals: [String(repeating: "\u{e9}", count: 29) + " (2)"])
    }

    @Test func anEstablishedNameIsProbedForAgain() throws {
        var rig = try AnnouncerRig()
        let other = DNSRecord(instance, .txt([Array("v=2".utf8)]), lifetime: 120, flushesCache: true)
        try rig.hear(.response([other]))
        rig.wait(.seconds(10))
        expect(rig.sent.count { $0.message.questions == [DNSQuestion(instance, .any)] }, equals: 3)
        // Nobody defends it, so it stays.
        expect(rig.names, equals: ["Hearth", "Hearth"])
    }

    @Test func ownPacketsAreNoConflict() throws {
        var rig = try AnnouncerRig(settled: false)
        for _ in 0..<200 {
            let before = rig.sent.count
            rig.wait(.milliseconds(50))
            for message in rig.sent.dropFirst(before).map(\.message) { try rig.hear(message, from: AnnouncerRig.own) }
        }
        expect(rig.names, equals: ["Hearth"])
        expect(rig.announcer.hostName, equals: host)
        expect(rig.sent.count { !$0.message.isResponse }, isBelow: 7)
    }

    @Test func anOwnLinkLocalAddressIsNoConflict() throws {
        var rig = try AnnouncerRig(settled: false)
        let linkLocal: [UInt8] = [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
        let addresses = try [require(IPAddress(AnnouncerRig.own)), require(IPAddress(linkLocal, scope: 2))]
        rig.announcer.use(addresses: [2: addresses], now: rig.now, using: &rig.random)
        for _ in 0..<200 {
            let before = rig.sent.count
            rig.wait(.milliseconds(50))
            // As the network carries them.
            for packet in rig.sent.dropFirst(before).flatMap({ $0.message.packets() }) {
                try rig.hear(DNSMessage(packet), from: AnnouncerRig.own)
            }
        }
        expect(rig.names, equals: ["Hearth"])
        expect(rig.announcer.hostName, equals: host)
    }

    @Test func manyConflictsSlowDown() throws {
        var rig = try AnnouncerRig(settled: false)
        for number in 1...40 {
            let name = try type.child(number == 1 ? "Hearth" : "Hearth (\(number))")
            try rig.hear(.response([DNSRecord(name, .txt([[1]]), lifetime: 120)]))
            rig.wait(.milliseconds(1))
        }
        rig.sent = []
        rig.wait(.milliseconds(4900))
        expect(
            rig.sent.filter { !$0.message.isResponse && $0.message.questions.contains { $0.name.parent == type } }
                .count, equals: 0)
    }

    @Test(arguments: [true, false]) func theLaterProbeWins(_ othersIsLater: Bool) throws {
        var rig = try AnnouncerRig(settled: false)
        rig.wait(.milliseconds(300))
        let other = DNSRecord(instance, .txt([Array((othersIsLater ? "w=1" : "a=1").utf8)]), lifetime: 120)
        let probe = DNSMessage.query([DNSQuestion(instance, .any)], authorities: [other, plain(place)])
        rig.sent = []
        try rig.hear(probe)
        rig.wait(.milliseconds(900))
        let announced = rig.sent.contains { $0.message.answers.contains(pointer) }
        expect(announced, equals: !othersIsLater)
        rig.wait(.seconds(5))
        expect(rig.names, equals: ["Hearth"])
    }

    @Test func twoHubsGetDifferentNames() throws {
        for seed in 0..<5 as Range<UInt64> {
            var other = try AnnouncerRig([], settled: false)
            other.random = Seeded(seed)
            let address = try require(IPAddress([192, 168, 1, 3]))
            other.announcer.use(addresses: [2: [address]], now: other.now, using: &other.random)
            try other.announce("Hearth", 0)
            var rigs = [try AnnouncerRig(settled: false), other]
            for _ in 0..<800 {
                let before = rigs.map(\.sent.count)
                for index in rigs.indices { rigs[index].wait(.milliseconds(10)) }
                for (from, to) in [(0, 1), (1, 0), (0, 0), (1, 1)] {
                    for message in rigs[from].sent.dropFirst(before[from]).map(\.message) {
                        try rigs[to].hear(message, from: [192, 168, 1, UInt8(2 + from)])
                    }
                }
            }
            expect(Set(rigs.compactMap(\.names.last)), equals: ["Hearth", "Hearth (2)"], "seed \(seed)")
            expect(rigs[0].announcer.hostName, differsFrom: rigs[1].announcer.hostName, "seed \(seed)")
        }
    }

    // MARK: Answers

    @Test func serviceQueriesAreAnswered() throws {
        var rig = try AnnouncerRig()
        rig.sent = []
        try rig.hear(.query([DNSQuestion(type, .ptr)]))
        rig.wait(.milliseconds(19))
        expect(rig.sent.count, equals: 0)
        rig.wait(.milliseconds(101))
        expect(rig.sent.map(\.message), equals: [.response([pointer], additionals: [place, text, address])])
        expect(rig.sent.map(\.to), equals: [.group])
    }

    @Test func uniqueRecordsAreAnsweredAtOnce() throws {
        var rig = try AnnouncerRig()
        expect(try rig.answers(.query([DNSQuestion(host, .a)]), within: .zero), equals: [.response([address])])
        expect(
            try rig.answers(.query([DNSQuestion(instance, .srv)]), within: .zero),
            equals: [.response([place], additionals: [address])])
        expect(
            try rig.answers(.query([DNSQuestion(instance, .any)]), within: .seconds(2)).flatMap(\.answers),
            equals: [text])
    }

    @Test func missingTypesAreDenied() throws {
        var rig = try AnnouncerRig()
        expect(
            try rig.answers(.query([DNSQuestion(host, .aaaa)])),
            equals: [.response([DNSRecord(host, .nsec(next: host, types: [.a]), lifetime: 120, flushesCache: true)])])
        expect(
            try rig.answers(.query([DNSQuestion(instance, .a)])),
            equals: [
                .response([
                    DNSRecord(instance, .nsec(next: instance, types: [.txt, .srv]), lifetime: 120, flushesCache: true)
                ])
            ])
        expect(try rig.answers(.query([DNSQuestion(try DNSName("other.local"), .a)])), equals: [])
    }

    @Test func typesAreListed() throws {
        var rig = try AnnouncerRig(["Hearth", "Second"])
        let all = try DNSName("_services._dns-sd._udp.local")
        expect(
            try rig.answers(.query([DNSQuestion(all, .ptr)])),
            equals: [.response([DNSRecord(all, .ptr(type), lifetime: 4500)])])
    }

    @Test func knownAnswersAreLeftOut() throws {
        var rig = try AnnouncerRig()
        var known = pointer
        known.lifetime = 2250
        expect(try rig.answers(.query([DNSQuestion(type, .ptr)], known: [known])), equals: [])
        known.lifetime = 2249
        expect(try rig.answers(.query([DNSQuestion(type, .ptr)], known: [known])).count, equals: 1)
        // Known answers in a second message.
        rig.wait(.seconds(5))
        var query = DNSMessage.query([DNSQuestion(type, .ptr)])
        query.flags = DNSMessage.truncatedFlag
        try rig.hear(query)
        rig.sent = []
        rig.wait(.milliseconds(300))
        try rig.hear(.query([], known: [pointer]))
        rig.wait(.seconds(1))
        expect(rig.sent.count, equals: 0)
    }

    @Test func aRecordIsSentOnceASecond() throws {
        var rig = try AnnouncerRig()
        rig.sent = []
        for _ in 0..<1000 {
            try rig.hear(.query([DNSQuestion(type, .ptr), DNSQuestion(host, .a)]))
            rig.wait(.milliseconds(10))
        }
        let count = rig.sent.count { $0.message.answers.contains(address) }
        expect(count >= 9 && count <= 11, "\(count)")
        expect(rig.sent.count, isBelow: 25)
    }

    @Test func proberIsAnsweredAgainSoon() throws {
        var rig = try AnnouncerRig()
        let probe = DNSMessage.query(
            [DNSQuestion(instance, .any)], authorities: [DNSRecord(instance, .txt([[1]]), lifetime: 120)])
        expect(try rig.answers(probe, within: .milliseconds(260)).flatMap(\.answers), equals: [place, text])
        expect(try rig.answers(probe, within: .zero).flatMap(\.answers), equals: [place, text])
    }

    @Test func unicastQuestionsAreAnsweredToTheAsker() throws {
        var rig = try AnnouncerRig()
        try rig.hear(.query([DNSQuestion(instance, .srv, wantsUnicast: true)]))
        // The group has heard it within 30 seconds, a quarter of its validity.
        expect(rig.sent.map(\.to), equals: [.peer(try require(IPAddress([192, 168, 1, 9])), port: 5353)])
        rig.wait(.seconds(31))
        rig.sent = []
        try rig.hear(.query([DNSQuestion(instance, .srv, wantsUnicast: true)]))
        expect(rig.sent.map(\.to), equals: [.group])
    }

    @Test func plainDNSIsAnswered() throws {
        var rig = try AnnouncerRig()
        var query = DNSMessage.query([DNSQuestion(host, .a)])
        query.id = 77
        try rig.hear(query, port: 40_000)
        var expected = DNSMessage.response([plain(address)])
        expected.answers[0].lifetime = 10
        expected.id = 77
        expected.questions = query.questions
        expect(rig.sent.map(\.message), equals: [expected])
        expect(rig.sent.map(\.to), equals: [.peer(try require(IPAddress([192, 168, 1, 9])), port: 40_000)])
    }

    @Test func queriesBeforeOwnershipStayUnanswered() throws {
        var rig = try AnnouncerRig(settled: false)
        rig.wait(.milliseconds(300))
        expect(try rig.answers(.query([DNSQuestion(instance, .srv)]), within: .zero), equals: [])
    }

    // MARK: Ends and changes

    @Test func goodbyesAreSaid() throws {
        var rig = try AnnouncerRig(["Hearth", "Second"])
        func gone(_ record: DNSRecord) -> DNSRecord {
            var record = record
            record.lifetime = 0
            return record
        }
        rig.perform(rig.announcer.withdraw(id: 0))
        expect(rig.sent.map(\.message), equals: [.response([pointer, place, text].map(gone))])
        expect(try rig.answers(.query([DNSQuestion(instance, .srv)])), equals: [])
        rig.sent = []
        rig.perform(rig.announcer.stop())
        expect(rig.sent.first?.message.answers.last, equals: gone(address))
        expect(rig.sent.first?.message.answers.count, equals: 4)
        expectNil(rig.announcer.deadline)
    }

    @Test func newAddressesAreAnnounced() throws {
        var rig = try AnnouncerRig()
        let moved = try require(IPAddress([192, 168, 1, 44]))
        rig.announcer.use(addresses: [2: [moved]], now: rig.now, using: &rig.random)
        rig.wait(.seconds(3))
        let record = DNSRecord(host, .a(moved), lifetime: 120, flushesCache: true)
        expect(
            rig.sent.filter { $0.message.answers.contains(record) && $0.message.answers.contains(pointer) }.count,
            equals: 2)
        // On another interface the names are probed for.
        rig.sent = []
        rig.announcer.use(addresses: [2: [moved], 3: [moved]], now: rig.now, using: &rig.random)
        rig.wait(.seconds(3))
        expect(rig.sent.filter { !$0.message.isResponse }.count, isAbove: 5)
    }

    @Test func changedAttributesAreAnnouncedTwice() throws {
        var rig = try AnnouncerRig()
        let attributes = try ServiceAttributes(["v": "2"])
        let changed = DNSRecord(instance, .txt([Array("v=2".utf8)]), lifetime: 4500, flushesCache: true)
        for _ in 0..<2 {
            rig.announcer.change(attributes, id: 0, now: rig.now)
            rig.wait(.seconds(5))
        }
        expect(rig.sent.map { $0.message.answers.contains(changed) }, equals: [true, true])
        expect(try rig.answers(.query([DNSQuestion(instance, .txt)])), equals: [.response([changed])])
        rig.announcer.change(attributes, id: 7, now: rig.now)
        expectNil(rig.announcer.deadline)
    }

    @Test func attributesMayChangeWhileTheNameIsProbed() throws {
        var rig = try AnnouncerRig(settled: false)
        rig.wait(.milliseconds(300))
        rig.announcer.change(try ServiceAttributes(["v": "2"]), id: 0, now: rig.now)
        rig.wait(.seconds(10))
        let texts = rig.sent.flatMap(\.message.answers).filter { $0.type == .txt }.map(\.data)
        expect(texts, equals: [.txt([Array("v=2".utf8)]), .txt([Array("v=2".utf8)])])
        expect(rig.names, equals: ["Hearth"])
    }

    @Test func hostWithATakenNameGetsANumber() throws {
        var rig = try AnnouncerRig(settled: false)
        rig.wait(.milliseconds(300))
        let foreign = try DNSRecord(host, .a(require(IPAddress([192, 168, 1, 3]))), lifetime: 120, flushesCache: true)
        try rig.hear(.response([foreign]))
        rig.wait(.seconds(10))
        expect(rig.hostNames, equals: ["hearth-1a2b-2.local"])
    }

    @Test func badNamesAreRefused() throws {
        expect(throws: DNSError.self) { try ServiceAnnouncer(host: "") }
        var rig = try AnnouncerRig([])
        expect(throws: DNSError.self) { try rig.announce(String(repeating: "a", count: 64), 1) }
    }
}
