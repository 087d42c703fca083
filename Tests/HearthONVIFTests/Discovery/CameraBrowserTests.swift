internal import Expectations
internal import HearthMDNS
@testable internal import HearthONVIF
internal import HearthXML
internal import Testing

@Suite struct CameraBrowserTests {
    private static let zeros = "urn:uuid:00000000-0000-4000-8000-000000000000"
    private let sender: IPAddress

    init() throws { sender = try require(IPAddress([192, 0, 2, 7])) }

    private static func answer(
        _ endpoint: String = "urn:uuid:A", relatesTo: String = zeros, types: String = "dn:NetworkVideoTransmitter",
        scopes: String = "onvif://www.onvif.org/name/Front%20Door onvif://www.onvif.org/hardware/X1",
        addresses: String = "http://[fe80::1]/x http://192.0.2.7:8000/onvif/device_service"
    ) -> [UInt8] {
        Array(
            """
            <e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"
             xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing"
             xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><e:Header><a:RelatesTo>\(relatesTo)</a:RelatesTo>
            </e:Header><e:Body><d:ProbeMatches><d:ProbeMatch><a:EndpointReference><a:Address> \(endpoint) </a:Address>
            </a:EndpointReference><d:Types>\(types)</d:Types><d:Scopes>\(scopes)</d:Scopes>
            <d:XAddrs>\(addresses)</d:XAddrs></d:ProbeMatch></d:ProbeMatches></e:Body></e:Envelope>
            """.utf8)
    }

    /// A browser that has asked.
    private func browser() -> CameraBrowser {
        var browser = CameraBrowser(random: { [UInt8](repeating: 0, count: $0) })
        browser.networksChanged(hasAny: true, now: .zero)
        expect(browser.timePassed(now: .zero) != nil)
        return browser
    }

    @Test func questionsAreRepeated() throws {
        var browser = CameraBrowser(random: { [UInt8](repeating: 0, count: $0) })
        expectNil(browser.deadline)
        browser.networksChanged(hasAny: true, now: .seconds(5))
        var (times, now): ([Duration], Duration) = ([], .zero)
        for _ in 0..<5 {
            now = try require(browser.deadline)
            times.append(now)
            expect(browser.timePassed(now: now - .milliseconds(1)) == nil)
            expect(browser.timePassed(now: now) != nil)
        }
        expect(times, equals: [5, 6, 8, 68, 128].map { .seconds($0) })
        browser.networksChanged(hasAny: false, now: now)
        expectNil(browser.deadline)
    }

    @Test func aQuestionIsForCameras() throws {
        let question = try XMLValue(reading: DiscoveryMessage.probe(messageID: "urn:uuid:1"))
        expect(question.at("Body", "Probe", "Types")?.text, equals: "dn:NetworkVideoTransmitter")
        expect(question.at("Header", "MessageID")?.text, equals: "urn:uuid:1")
    }

    @Test func anAnswerNamesACamera() {
        var browser = browser()
        let found = browser.received(Self.answer(), from: sender, now: .zero)
        expect(found.map(\.endpoint), equals: ["a"])
        expect(found.map(\.name), equals: ["Front Door"])
        expect(found.map(\.hardware), equals: ["X1"])
        expect(found.map { "\($0.address):\($0.port)\($0.path)" }, equals: ["192.0.2.7:8000/onvif/device_service"])
    }

    @Test("Answers of others are ignored: to other questions, of other devices, with addresses elsewhere")
    func forgedAnswersAreIgnored() {
        var browser = browser()
        for answer in [
            Self.answer(relatesTo: "urn:uuid:1"), Self.answer(types: "dn:Printer"), Self.answer(""),
            Self.answer(addresses: ""), Self.answer(addresses: "http://192.0.2.8/onvif/device_service"),
            Self.answer(addresses: "http://127.0.0.1/ http://camera.example/ ftp://192.0.2.7/ https://192.0.2.7/"),
            Self.answer(String(repeating: "a", count: 200)), [], Array("<a/>".utf8),
            Array(Self.answer(scopes: String(repeating: "a", count: 16 << 10))),
        ] {
            expect(browser.received(answer, from: sender, now: .zero), equals: [])
        }
    }

    @Test func allSendersHaveARateTogether() throws {
        var browser = browser()
        func count(_ answers: Int, _ now: Duration) throws -> Int {
            try (0..<answers).count {
                let address = try require(IPAddress([192, 0, 2, UInt8($0 % 100)]))
                let answer = Self.answer("urn:uuid:\($0 % 100)", addresses: "http://192.0.2.\($0 % 100)/")
                // What relates to another question counts for nothing.
                _ = browser.received(Self.answer(relatesTo: "urn:uuid:1"), from: address, now: now)
                return !browser.received(answer, from: address, now: now).isEmpty
            }
        }
        try expect(count(500, .zero), equals: 400)
        try expect(count(500, .seconds(1)), equals: 100)
    }

    @Test func aFloodFillsNoList() throws {
        var browser = browser()
        func found(_ name: String, _ last: UInt8, _ now: Duration = .zero) throws -> Int {
            let address = try require(IPAddress([192, 0, 2, last]))
            let answer = Self.answer("urn:uuid:\(name)", addresses: "http://192.0.2.\(last)/")
            return browser.received(answer, from: address, now: now).count
        }
        var counts = 0
        for number in 0..<20 { counts += try found("one-\(number)", 1) }
        expect(counts, equals: 8)
        for last in UInt8(2)...250 { counts += try found("\(last)", last) }
        // Each takes the place of one of the sender with the most, until all have one.
        expect(counts, equals: CameraBrowser.mostCameras + 7)
        // Another machine does not take over an endpoint, and the owner stays.
        try expect(found("2", 251), equals: 0)
        try expect(found("2", 2), equals: 1)
        // Silent ones make room.
        let later = CameraBrowser.life + .seconds(1)
        _ = browser.timePassed(now: later)
        try expect(found("251", 251, later), equals: 1)
    }
}
