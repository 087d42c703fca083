internal import Expectations
@testable internal import HearthHue
internal import HearthJSON
internal import Testing

@Suite struct HuePairingTests {
    private static let certificate = HueAnswer.Certificate(
        publicKeySHA256: [UInt8](repeating: 7, count: 32), name: Bridge.id)
    private static let config =
        #"{"name":"Home","bridgeid":"001788FFFE123456","modelid":"BSB002","swversion":"1970084010"}"#

    private func lines(_ actions: [HuePairing.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .send(let request):
                "\(request.method) \(request.path)"
                    + (request.body.map { " " + String(decoding: $0.text, as: UTF8.self) } ?? "")
            case .reconnect(let settings):
                "reconnect as \(settings.key ?? "none") to \(settings.bridgeID ?? "?"), pinned "
                    + "\(settings.certificateKey?.count ?? 0)"
            case .wait(let time): "wait \(time)"
            case .needsButton: "needs its button"
            case .isAsking: "asking"
            case .finished(.success(let bridge)):
                "added \(bridge.id) \(bridge.name) \(bridge.key) \(bridge.deviceNames)"
            case .finished(.failure(let error)): "failed \(error.code)"
            }
        }
    }

    private func answer(_ body: String, status: Int = 200, name: String = Bridge.id) -> HueAnswer {
        HueAnswer(
            status: status, body: [UInt8](body.utf8),
            certificate: HueAnswer.Certificate(publicKeySHA256: Self.certificate.publicKeySHA256, name: name))
    }

    private static let ask = #"POST /api {"devicetype":"hearth#hub","generateclientkey":true}"#

    @Test func theButtonGivesTheKey() {
        var pairing = HuePairing(HueSettings(host: "192.0.2.2"))
        expect(lines(pairing.start()), equals: ["GET /api/config"])
        expect(
            lines(pairing.answered(answer(Self.config, name: "001788FFFE123456"))),
            equals: ["reconnect as none to \(Bridge.id), pinned 32", Self.ask])
        let refusal = answer(#"[{"error":{"type":101,"description":"link button not pressed"}}]"#)
        expect(lines(pairing.answered(refusal)), equals: ["needs its button", "wait 1.0 seconds"])
        expect(lines(pairing.waited()), equals: [Self.ask])
        expect(lines(pairing.answered(refusal)), equals: ["wait 1.0 seconds"])
        expect(
            lines(pairing.answered(answer(#"[{"success":{"username":"secret","clientkey":"00"}}]"#))),
            equals: ["reconnect as secret to \(Bridge.id), pinned 32", "asking", "GET /clip/v2/resource"])
        expect(
            lines(pairing.answered(answer(Bridge.answer(Bridge.all)))),
            equals: [#"added \#(Bridge.id) Home secret ["Lamp", "Remote"]"#])
    }

    @Test func aKeyNeedsNoButton() {
        var pairing = HuePairing(HueSettings(host: "192.0.2.2", key: "secret"))
        _ = pairing.start()
        expect(
            lines(pairing.answered(answer(Self.config))),
            equals: ["reconnect as secret to \(Bridge.id), pinned 32", "asking", "GET /clip/v2/resource"])
        expect(lines(pairing.answered(answer("", status: 403))), equals: ["failed keyRefused"])
    }

    @Test(arguments: [
        ("[]", 200, "the Hue bridge \(Bridge.id) sent no list of its resources; update the bridge's software"),
        ("", 500, "the Hue bridge \(Bridge.id) answers with the status 500; try again"),
        (
            "", 401,
            "the Hue bridge \(Bridge.id) does not know the key; add the bridge without a key, and press its button"
        ),
    ])
    func aFailureSaysWhatToDo(_ body: String, _ status: Int, _ words: String) {
        var pairing = HuePairing(HueSettings(host: "192.0.2.2", key: "secret"))
        _ = pairing.start()
        _ = pairing.answered(answer(Self.config))
        let errors = pairing.answered(answer(body, status: status)).map { action in
            if case .finished(.failure(let error)) = action { "\(error)" } else { "\(action)" }
        }
        expect(errors, equals: [words])
    }

    @Test(arguments: [
        (config, "001788fffe000000", HueError.Code.wrongBridge), ("<html>", Bridge.id, .notSupported),
        (#"{"bridgeid":"12"}"#, Bridge.id, .notSupported),
        (#"{"bridgeid":"001788FFFE123456","modelid":"BSB001"}"#, Bridge.id, .notSupported),
        (#"{"bridgeid":"001788FFFE123456","swversion":"1941132080"}"#, Bridge.id, .notSupported),
    ])
    func whatIsNoBridgeIsRefused(_ config: String, _ name: String, _ code: HueError.Code) {
        var pairing = HuePairing(HueSettings(host: "192.0.2.2"))
        _ = pairing.start()
        expect(lines(pairing.answered(answer(config, name: name))), equals: ["failed \(code)"])
    }

    @Test("Only the announced bridge is added, and only if its certificate names it")
    func anotherBridgeThanTheAnnouncedIsRefused() {
        for (id, name, line) in [
            (Bridge.id, Bridge.id, "reconnect as none to \(Bridge.id), pinned 32"),
            ("001788fffe000000", Bridge.id, "failed wrongBridge"),
            ("001788fffe000000", "001788fffe000000", "failed wrongBridge"),
            (Bridge.id, "001788fffe000000", "failed wrongBridge"),
        ] {
            var pairing = HuePairing(HueSettings(host: "192.0.2.2", bridgeID: id))
            _ = pairing.start()
            expect(lines(pairing.answered(answer(Self.config, name: name))).first, equals: line)
        }
    }

    @Test func aBusyBridgeIsAskedAgain() {
        var pairing = HuePairing(HueSettings(host: "192.0.2.2"))
        _ = pairing.start()
        for step in 1...8 {
            expect(lines(pairing.answered(answer("", status: 429))), equals: ["wait \(Double(step) / 4) seconds"])
            expect(lines(pairing.waited()), equals: ["GET /api/config"])
        }
        expect(lines(pairing.answered(answer("", status: 503))), equals: ["failed busy"])
    }
}
