internal import Expectations
internal import HearthHTTP1
@testable internal import HearthONVIF
internal import HearthXML
internal import Testing

@Suite struct SOAPMessageTests {
    @Test("The proof is that of ONVIF's Application Programmer's Guide, section 6.1.1.3")
    func tokensAreThoseOfTheGuide() {
        let token = UsernameToken(
            user: "user", password: "userpassword",
            nonce: [
                0x2C, 0xAA, 0x88, 0xE8, 0x6F, 0xC0, 0x8A, 0x42, 0x82, 0x42, 0xB3, 0x74, 0xCE, 0xA6, 0x45, 0x96,
            ], created: .seconds(1_284_623_445))
        let header = token.header["UsernameToken"]
        expect(
            ["Username", "Password", "Nonce", "Created"].map { header?[$0]?.text },
            equals: ["user", "tuOSpGlFlIXsozq4HFNeeGeFLEI=", "LKqI6G/AikKCQrN0zqZFlg==", "2010-09-16T07:50:45Z"])
    }

    @Test func requestsAreEnvelopes() {
        let request = CameraRequest(CameraPlace("/x"), Namespaces.device, "GetServices", [])
        let http = request.http(nil, authorization: "Digest x")
        expect(
            http.fields.map { "\($0.name): \($0.value)" },
            equals: [
                "Content-Type: application/soap+xml; charset=utf-8; "
                    + "action=\"http://www.onvif.org/ver10/device/wsdl/GetServices\"",
                "Connection: close", "Authorization: Digest x",
            ])
        expect(
            String(decoding: http.body, as: UTF8.self),
            equals: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\" "
                + "xmlns:dn=\"http://www.onvif.org/ver10/network/wsdl\" "
                + "xmlns:tds=\"http://www.onvif.org/ver10/device/wsdl\">"
                + "<s:Body><tds:GetServices/></s:Body></s:Envelope>")
    }

    @Test func faultsSayWhy() {
        func fault(_ text: String) -> SOAPFault? {
            guard
                case .failure(let fault) = SOAPMessage.read(
                    Array("<s:Envelope xmlns:s='urn:s'><s:Body>\(text)</s:Body></s:Envelope>".utf8))
            else { return nil }
            return fault
        }
        let new = fault(
            "<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>ter:NotAuthorized</s:Value></s:Subcode>"
                + "</s:Code><s:Reason><s:Text> no </s:Text></s:Reason></s:Fault>")
        expect(new?.codes, equals: ["Sender", "NotAuthorized"])
        expect(new?.reason, equals: "no")
        expect(new?.isOfAuthorization, equals: true)
        let old = fault("<s:Fault><faultcode>s:Server</faultcode><faultstring>bad&#10;x&#x9B;y</faultstring></s:Fault>")
        // Nothing that could forge a line of the log.
        expect(old?.reason, equals: "bad x y")
        expect(old?.codes, equals: ["Server"])
        expect(old?.isOfAuthorization, equals: false)
        expectNil(fault("<a/>"))
        for text in ["", "<a/>", "<Envelope/>", "<Envelope><Body/></Envelope>", "<!DOCTYPE a><Envelope/>"] {
            expect(SOAPMessage.read(Array(text.utf8)) == nil)
        }
    }

    @Test(arguments: [
        ("http://192.0.2.1/a?b#c", "http 192.0.2.1 - /a?b"), ("HTTP://h:8080", "http h 8080 /"),
        ("http://u:p@h/x", "http h - /x"), ("http://[fe80::1%25eth0]:81/", "http fe80::1%eth0 81 /"),
        ("rtsp://h:/x", "rtsp h - /x"), ("http://h?x", "http h - /?x"),
    ])
    func urlsAreRead(text: String, wanted: String) {
        let url = CameraURL(text)
        expect(url.map { "\($0.scheme) \($0.host) \($0.port.map(String.init) ?? "-") \($0.target)" }, equals: wanted)
    }

    @Test(arguments: [
        "", "h", "://h", "http://", "http:///x", "http://h:0/", "http://h:65536/", "http://h:+1/", "http://[::1/",
        "http://[::1]x/", "http://h/\r\nX: y", "http://h/ x", "h1://x",
        "http://" + String(repeating: "h", count: 2_048),
    ])
    func otherTextsAreNoURLs(text: String) { expectNil(CameraURL(text)) }

    @Test func aPlaceIsAlwaysTheCamerasOwn() {
        func place(_ text: String) -> CameraPlace? { CameraPlace(text, host: "192.0.2.1") }
        expect(place("http://192.0.2.1:81/a"), equals: CameraPlace(port: 81, "/a"))
        // HTTP's own port, although the device service may have another one.
        expect(place("http://192.0.2.1/a"), equals: CameraPlace(port: 80, "/a"))
        expect(place("http://198.51.100.1:81/a"), equals: CameraPlace("/a"))
        expect(place("https://192.0.2.1:443/a"), equals: CameraPlace("/a"))
        expectNil(place("ftp://192.0.2.1/a"))
    }

    @Test func momentsAreChecked() {
        func moment(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0) -> Duration? {
            UTCTime.moment(year: year, month: month, day: day, hour: hour, minute: 0, second: 0)
        }
        expect(moment(2026, 11, 30, 7), equals: .seconds(1_796_022_000))
        for (year, month, day, hour) in [
            (0, 0, 0, 0), (2026, 2, 30, 0), (2026, 13, 1, 0), (2026, 1, 1, 24), (-1, 1, 1, 0),
        ] {
            expectNil(moment(year, month, day, hour))
        }
        expect(UTCTime.text(.seconds(1_796_022_000)), equals: "2026-11-30T07:00:00Z")
        expect(UTCTime.text(.seconds(-1)), equals: "1970-01-01T00:00:00Z")
    }
}
