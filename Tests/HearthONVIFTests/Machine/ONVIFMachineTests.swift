internal import Expectations
internal import HearthCameraMedia
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthHTTP1
internal import HearthHTTPDigest
@testable internal import HearthONVIF
internal import HearthXML
internal import Testing

@Suite struct ONVIFMachineTests {
    private static let course = [
        "0 GetSystemDateAndTime 80/onvif/device_service", "0 GetServices+ 80/onvif/device_service",
        "0 GetDeviceInformation+ 80/onvif/device_service", "0 GetProfiles+ 80/ver20/media",
        "0 GetStreamUri+ 80/ver20/media", "0 GetStreamUri+ 80/ver20/media", "0 GetSnapshotUri+ 80/ver20/media",
        "0 GetEventProperties+ 80/ver10/events",
    ]
    private static let described = [
        "describe Acme X1: [\"camera\", \"motion\"]", "reachable true", "online",
        "0 CreatePullPointSubscription+ 80/ver10/events", "remember", "1 PullMessages+ 80/pull",
    ]

    /// A camera that is described and subscribed to.
    private func subscribed() -> Script {
        var script = Script()
        _ = script.run(script.start())
        return script
    }

    private func pull(_ texts: String...) -> CameraAnswer {
        CameraAnswer(
            status: 200,
            body: Array(
                """
                <e:Envelope xmlns:e="urn:e" xmlns:wsnt="urn:n" xmlns:tt="urn:t"><e:Body><a>\(texts.joined())</a></e:Body>
                </e:Envelope>
                """.utf8))
    }

    @Test func aCameraIsAskedAndSubscribedTo() {
        var script = Script()
        expect(script.run(script.start()), equals: Self.course + Self.described)
        expect(
            script.machine.addresses,
            equals: CameraAddresses(
                main: "rtsp://192.0.2.1:554/live", sub: "rtsp://192.0.2.1:554/live",
                snapshot: "http://192.0.2.1/picture", user: "admin", password: "secret"))
        expect("\(script.machine.addresses, default: "")".contains("secret"), equals: false)
    }

    @Test("A camera has pictures if it names one, or a stream", arguments: [("", true), ("GetStreamUri", false)])
    func picturesOfCameras(alsoRefused: String, hasPictures: Bool) {
        var script = Script()
        let answers = ["GetSnapshotUri", alsoRefused].reduce(into: [:]) { $0[$1] = Script.refused }
        _ = script.run(script.start(), answers)
        let kinds = script.machine.described?.entities.map(\.kind) ?? []
        let cameras = kinds.compactMap { if case .camera(let camera) = $0 { camera.hasPictures } else { nil } }
        expect(cameras, equals: [hasPictures])
    }

    @Test(
        "The small stream is in H.264 if any is",
        arguments: [
            ("m H265 1920, s H264 640, t H265 704", "s"), ("m H264 1920, s H265 640", "s"),
            ("m H265 1920, s H264 1280", "s"),
            ("m H265 1920, o H264 1920, s H265 640", "s"), ("m H265 2560, o H264 2560", nil),
            ("m H264 1920, s H264 1280, t H264 640", "t"),
        ])
    func theSmallStreamIsOneThatBrowsersShow(profiles: String, token: String?) {
        let list = profiles.split(separator: ", ").map { text in
            let words = text.split(separator: " ")
            return """
                <Profiles token="\(words[0])"><Configurations><VideoEncoder><Encoding>\(words[1])</Encoding><Resolution>
                <Width>\(words[2])</Width><Height>\((Int(words[2]) ?? 0) * 9 / 16)</Height></Resolution></VideoEncoder></Configurations></Profiles>
                """
        }
        var script = Script()
        _ = script.run(
            script.start(),
            ["GetProfiles": CameraAnswer(status: 200, body: Script.body(list.joined()))])
        expect(script.machine.subProfile?.token, equals: token)
    }

    /// By the older media service, and by the newer one.
    @Test(arguments: [
        ("<Configurations><AudioOutput/>", "</Configurations>", true),
        ("<Extension><AudioOutputConfiguration/></Extension><Configurations>", "</Configurations>", true),
        ("<Configurations><AudioSource/>", "</Configurations>", false),
    ])
    func aCameraMayHaveASpeaker(_ begin: String, _ end: String, _ hasSpeaker: Bool) throws {
        let encoder = "<VideoEncoder><Encoding>H264</Encoding></VideoEncoder>"
        let profile = "<Profiles token=\"a\">\(begin)\(encoder)\(end)</Profiles>"
        var script = Script()
        _ = script.run(script.start(), ["GetProfiles": CameraAnswer(status: 200, body: Script.body(profile))])
        expect(script.machine.profiles.map(\.hasSpeaker), equals: [hasSpeaker])
    }

    @Test("Proofs have the camera's time, however wrong")
    func proofsHaveTheCamerasTime() throws {
        var script = Script()
        let first = script.answers(
            0, try require(script.start().first.map { _ in answer("GetSystemDateAndTime") }))
        func created(_ actions: [ONVIFMachine.Action]) throws -> String? {
            guard case .order(.request(_, let request, _))? = actions.first else { return nil }
            return try XMLValue(reading: request.body).at("Header", "Security", "UsernameToken", "Created")?.text
        }
        try expect(created(first), equals: "2026-05-30T07:00:00Z")
        script.now += .seconds(90)
        try expect(created(script.answers(0, answer("GetServices"))), equals: "2026-05-30T07:01:30Z")
    }

    private func answer(_ name: String) -> CameraAnswer {
        CameraAnswer(status: 200, body: Script.body(Script.answers[name] ?? ""))
    }

    @Test(
        "Without a valid time, proofs have the hub's",
        arguments: [
            Script.notAuthorized, Script.refused, CameraAnswer(status: 200, body: Script.body("")),
            CameraAnswer(
                status: 200,
                body: Script.body(
                    """
                    <SystemDateAndTime><UTCDateTime><Time><Hour>0</Hour><Minute>0</Minute><Second>0</Second></Time><Date>
                    <Year>0</Year><Month>0</Month><Day>0</Day></Date></UTCDateTime></SystemDateAndTime>
                    """)),
            CameraAnswer(status: 401, body: []),
        ])
    func otherwiseProofsHaveTheHubsTime(answer: CameraAnswer) throws {
        var script = Script()
        _ = script.start()
        let actions = script.answers(0, answer)
        guard case .order(.request(_, let request, _))? = actions.first else {
            expect(Script.lines(actions), equals: ["a request"])
            return
        }
        let created = try XMLValue(reading: request.body).at("Header", "Security", "UsernameToken", "Created")
        expect(created?.text, equals: "1970-01-12T13:46:40Z")
    }

    @Test func digestFollowsAChallenge() {
        var script = Script()
        let challenge = CameraAnswer(status: 401, challenge: "Digest realm=x, nonce=n, qop=auth", body: [])
        let again = script.run(script.start(), ["GetServices": challenge])
        // The token was refused, then the proof: the password is wrong.
        expect(
            again.suffix(2),
            equals: [
                "0 GetServices# 80/onvif/device_service",
                "needsAttention(reason: \"192.0.2.1 refuses the user or the password\", wayOut: \"give those of a user "
                    + "of the camera; some cameras have users of their own for ONVIF; the hub tries again after 30 s\")",
            ])
        var other = Script()
        _ = other.start()
        expect(Script.lines(other.answers(0, challenge)), equals: ["0 GetSystemDateAndTime# 80/onvif/device_service"])
        expect(
            Script.lines(other.answers(0, answer("GetSystemDateAndTime"))),
            equals: ["0 GetServices# 80/onvif/device_service"])
    }

    @Test(
        "Cameras that can't be used",
        arguments: [
            ("needs a user", nil, ["GetServices": Script.notAuthorized], "192.0.2.1 wants a user and a password"),
            (
                "no nonce", "s", ["GetServices": CameraAnswer(status: 401, challenge: "Digest realm=x", body: [])],
                "192.0.2.1 refuses the user or the password"
            ),
            (
                "elsewhere", "s", ["GetServices": CameraAnswer(status: 302, body: [])],
                "192.0.2.1 sends the hub elsewhere, which is refused"
            ),
            (
                "no services", "s", ["GetServices": Script.refused, "GetCapabilities": Script.refused],
                "192.0.2.1 does not answer as a camera with ONVIF: no"
            ),
            (
                "no SOAP", "s", ["GetDeviceInformation": CameraAnswer(status: 200, body: Array("<html>".utf8))],
                "192.0.2.1 does not answer as a camera with ONVIF: it answers with the status 200 and no SOAP"
            ),
            (
                "no streams", "s", ["GetProfiles": CameraAnswer(status: 200, body: Script.body(""))],
                "192.0.2.1 has no stream in H.264 or H.265"
            ),
        ] as [(String, String?, [String: CameraAnswer], String)])
    func othersNeedAPerson(name: String, password: String?, answers: [String: CameraAnswer], reason: String) {
        var script = Script(password: password)
        let lines = script.run(script.start(), answers)
        expect(lines.last?.hasPrefix("needsAttention(reason: \"\(reason)\""), equals: true, "\(lines.last ?? "")")
        expect(script.machine.isConnecting, equals: false)
    }

    @Test func anotherCameraIsRefused() {
        var script = Script(serial: "S2")
        expect(
            script.run(script.start()).last?.hasPrefix("needsAttention(reason: \"another camera answers"), equals: true)
        var same = Script(serial: "S1")
        expect(same.run(same.start()).last, equals: "1 PullMessages+ 80/pull")
    }

    @Test("Views get no addresses while the password is refused")
    func refusedPasswordsGiveNoAddresses() {
        var script = subscribed()
        expect(script.machine.addresses?.password, equals: "secret")
        // The camera was set up anew: its proofs fail, also in the course that begins with its time.
        _ = script.answers(1, Script.notAuthorized)
        script.now = script.machine.deadline ?? .zero
        _ = script.machine.timePassed(now: script.now)
        expect(script.machine.addresses?.password, equals: "secret")
        _ = script.run(script.machine.turnCame(now: script.now), ["GetDeviceInformation": Script.notAuthorized])
        expectNil(script.machine.addresses)
    }

    @Test func aProbeSaysWhoItIs() {
        var script = Script(purpose: .probe)
        let lines = script.run(script.start())
        expect(lines.contains("0 GetEndpointReference+ 80/onvif/device_service"), equals: true)
        expect(lines.last?.contains("endpoint: \"a\""), equals: true)
        expect(lines.last?.hasPrefix("finished success"), equals: true)
        var refused = Script(purpose: .probe)
        expect(
            refused.run(refused.start(), ["GetServices": Script.notAuthorized]).last?.hasPrefix("finished failure"),
            equals: true)
    }

    @Test func olderCamerasHaveCapabilities() {
        var script = Script()
        let lines = script.run(script.start(), ["GetServices": Script.refused])
        expect(
            Array(lines.suffix(8)),
            equals: [
                "0 GetDeviceInformation+ 80/onvif/device_service", "0 GetProfiles+ 81/media",
                "0 GetStreamUri+ 81/media",
                "0 GetStreamUri+ 81/media", "0 GetSnapshotUri+ 81/media", "describe Acme X1: [\"camera\"]",
                "reachable true", "online", "remember",
            ].suffix(8))
        // Without events the camera is asked for a sign of life.
        expect(Script.lines(script.passes(.seconds(60))), equals: ["0 GetSystemDateAndTime 80/onvif/device_service"])
    }

    @Test func eventsAreReported() {
        var script = subscribed()
        let motion = CameraEventTests.notification("tns1:VideoSource/MotionAlarm", "State", "true")
        expect(
            Script.lines(script.answers(1, pull(motion))),
            equals: ["report motion=true"])
        expect(Script.lines(script.passes(.milliseconds(749))), equals: [])
        expect(Script.lines(script.passes(.milliseconds(1))), equals: ["1 PullMessages+ 80/pull"])
        // A topic that the camera has not named before changes the description first.
        let visitor = CameraEventTests.notification("tns1:RuleEngine/MyRuleDetector/Visitor", "State", "true")
        expect(
            Script.lines(script.answers(1, pull(visitor))),
            equals: [
                "describe Acme X1: [\"camera\", \"visitor\", \"motion\"]", "remember", "report visitor!press",
            ])
    }

    @Test func aSubscriptionIsRenewedAndEnded() {
        var script = subscribed()
        for _ in 0..<8 {
            expect(Script.lines(script.answers(1, pull())), equals: [])
            expect(Script.lines(script.passes(.milliseconds(750))), equals: ["1 PullMessages+ 80/pull"])
            script.now += .seconds(59)
        }
        script.now = .seconds(480)
        expect(Script.lines(script.machine.timePassed(now: script.now)), equals: ["0 Renew+ 80/pull"])
        expect(Script.lines(script.answers(0, answer("Renew"))), equals: [])
        expect(Script.lines(script.machine.stop()), equals: ["farewell Unsubscribe+"])
        expectNil(script.machine.deadline)
    }

    @Test("A subscription of an earlier run is ended before another one begins")
    func anEarlierSubscriptionIsEnded() {
        var memory = CameraMemory()
        memory.subscription = EventSubscription(place: CameraPlace("/old"), parameters: [])
        var script = Script(memory: memory)
        let lines = script.run(script.start(), ["Unsubscribe": Script.refused])
        expect(lines.prefix(4), equals: Self.course.prefix(3) + ["0 Unsubscribe+ 80/old"])
        expect(lines.suffix(2), equals: ["remember", "1 PullMessages+ 80/pull"])
    }

    @Test(
        "A subscription that can't be ended is left to end by itself",
        arguments: [
            Script.notAuthorized, Script.refused, CameraAnswer(status: 401, body: []),
            CameraAnswer(status: 302, body: []), CameraAnswer(status: 503, body: []), nil,
        ])
    func aLostSubscriptionIsLeft(answer: CameraAnswer?) {
        var memory = CameraMemory()
        memory.subscription = EventSubscription(place: CameraPlace(port: 40_123, "/old"), parameters: [])
        var script = Script(memory: memory)
        var actions = script.start()
        for name in ["GetSystemDateAndTime", "GetServices", "GetDeviceInformation"] {
            actions = script.answers(0, self.answer(name))
        }
        expect(Script.lines(actions), equals: ["0 Unsubscribe+ 40123/old"])
        let after: [ONVIFMachine.Action]
        if let answer {
            after = script.answers(0, answer)
        } else {
            after = script.passes(.seconds(10))
        }
        expect(script.run(after), equals: Array(Self.course[3...]) + Self.described)
    }

    @Test func anUnreachableSubscriptionIsLeft() {
        var memory = CameraMemory()
        memory.subscription = EventSubscription(place: CameraPlace(port: 40_123, "/old"), parameters: [])
        var script = Script(memory: memory)
        _ = script.start()
        for name in ["GetSystemDateAndTime", "GetServices", "GetDeviceInformation"] {
            _ = script.answers(0, answer(name))
        }
        let closed = ONVIFError(.unreachable, "closed", wayOut: "wait")
        expect(
            script.run(script.machine.failed(0, closed, now: script.now)),
            equals: Array(Self.course[3...]) + Self.described)
    }

    @Test("A nonce that counts once is no wrong password")
    func anotherNonceIsAnswered() {
        func challenge(_ nonce: String) -> CameraAnswer {
            CameraAnswer(status: 401, challenge: "Digest realm=x, nonce=\(nonce), qop=auth", body: [])
        }
        var script = Script()
        _ = script.start()
        _ = script.answers(0, answer("GetSystemDateAndTime"))
        expect(
            Script.lines(script.answers(0, challenge("a"))), equals: ["0 GetServices# 80/onvif/device_service"])
        _ = script.answers(0, answer("GetServices"))
        expect(
            Script.lines(script.answers(0, challenge("b"))),
            equals: ["0 GetDeviceInformation# 80/onvif/device_service"])
        expect(
            Script.lines(script.answers(0, challenge("c"))).map { String($0.prefix(14)) }, equals: ["needsAttention"])
    }

    @Test("A refused password is tried again after 30 s to 30 min, and no sign of life shortens that")
    func aRefusedPasswordIsTriedRarely() {
        var script = Script()
        var lines = script.run(script.start(), ["GetDeviceInformation": Script.notAuthorized])
        var pauses: [String] = []
        for _ in 0..<8 {
            pauses.append(lines.last?.split(separator: " ").suffix(2).joined(separator: " ") ?? "")
            expect(Script.lines(script.machine.wake(now: script.now)), equals: [])
            let due = script.machine.deadline ?? .zero
            pauses.append("\((due - script.now) / .seconds(1))")
            script.now = due
            expect(Script.lines(script.machine.timePassed(now: due)), equals: ["connect"])
            lines = script.run(
                script.machine.turnCame(now: due), ["GetDeviceInformation": Script.notAuthorized])
        }
        expect(
            pauses,
            equals: [30, 60, 120, 240, 480, 960, 1_800, 1_800].flatMap { ["\($0) s\")", "\(Double($0))"] })
        // The right one begins again with short pauses.
        script.now = script.machine.deadline ?? .zero
        _ = script.machine.timePassed(now: script.now)
        expect(script.run(script.machine.turnCame(now: script.now)).last, equals: Self.described.last)
        expect(script.machine.loginPause, equals: LoginPause())
    }

    @Test func aStartingCameraIsAskedAgain() {
        let starting = CameraAnswer(status: 503, body: Array("<html>".utf8))
        var script = Script()
        expect(
            script.run(script.start(), ["GetServices": starting, "GetCapabilities": starting]).last,
            equals:
                "offline(reason: \"192.0.2.1 does not answer as a camera with ONVIF: it answers with the status 503 "
                + "and no SOAP\")")
        expect(script.machine.deadline.map { $0 <= .seconds(1) }, equals: true)
        // One that was a camera before stays reachable for a while, whatever it answers.
        var known = subscribed()
        expect(Script.lines(known.answers(1, CameraAnswer(status: 302, body: []))), equals: [])
    }

    @Test("A motion that ends while the camera is away is over once it is back")
    func aMotionEndsWhileAway() {
        var script = subscribed()
        let crossed = CameraEventTests.notification("tns1:RuleEngine/LineDetector/Crossed", "ObjectId", "12", "")
        expect(Script.lines(script.answers(1, pull(crossed))).last, equals: "report motion=true")
        // A foreign machine answers meanwhile.
        _ = script.machine.fail(ONVIFError(.wrongDevice, "other", wayOut: "wait"), script.now)
        expect(script.machine.isReachable, equals: false)
        expect(Script.lines(script.passes(.seconds(30))), equals: ["connect"])
        expect(script.run(script.machine.turnCame(now: script.now)).contains("reachable true"), equals: true)
        expect(Script.lines(script.machine.timePassed(now: script.now)), equals: ["report motion=false"])
    }

    @Test func aFullCameraIsAskedAgain() {
        var script = Script()
        let lines = script.run(script.start(), ["CreatePullPointSubscription": Script.refused])
        expect(lines.last?.hasPrefix("needsAttention(reason: \"192.0.2.1 sends no events: no\""), equals: true)
        expect(
            Script.lines(script.passes(.seconds(60))), equals: ["0 CreatePullPointSubscription+ 80/ver10/events"])
        expect(
            Script.lines(script.answers(0, answer("CreatePullPointSubscription"))),
            equals: ["online", "remember", "1 PullMessages+ 80/pull"])
    }

    @Test("A restarted camera is reachable all the time, and subscribed to again")
    func aRestartedCameraComesBack() {
        var script = subscribed()
        script.now += .seconds(30)
        expect(Script.lines(script.answers(1, Script.refused)), equals: [])
        script.now += .seconds(1)
        expect(Script.lines(script.machine.timePassed(now: script.now)), equals: ["connect"])
        let lines = script.run(script.machine.turnCame(now: script.now), ["Unsubscribe": Script.refused])
        expect(lines.suffix(4), equals: ["online", Self.described[3], "remember", "1 PullMessages+ 80/pull"])
        expect(lines.contains("reachable true"), equals: false)
    }

    @Test func aLostCameraBecomesUnreachable() {
        var script = subscribed()
        let lost = ONVIFError(.disconnected, "lost", wayOut: "wait")
        expect(Script.lines(script.machine.failed(1, lost, now: script.now)), equals: [])
        var lines: [String] = []
        while script.now < .seconds(20) {
            script.now += .seconds(1)
            lines += Script.lines(script.machine.timePassed(now: script.now))
            if lines.last == "connect" {
                _ = script.machine.turnCame(now: script.now)
                _ = script.machine.failed(0, lost, now: script.now)
            }
        }
        expect(
            lines.filter { $0 != "connect" }, equals: ["reachable false", "offline(reason: \"lost\")"])
    }

    @Test func aSilentCameraIsLeft() {
        var script = Script()
        _ = script.start()
        expect(
            Script.lines(script.passes(.seconds(10))), equals: ["offline(reason: \"192.0.2.1 did not answer in time\")"]
        )
        expect(script.machine.wake(now: script.now).count, equals: 1)
    }

    @Test("A camera whose clock was set is asked for its time, not a person for a password")
    func aSetClockIsLearned() {
        var script = subscribed()
        script.now += .seconds(30)
        expect(Script.lines(script.answers(1, Script.notAuthorized)), equals: [])
        script.now += .seconds(1)
        _ = script.machine.timePassed(now: script.now)
        expect(
            script.run(script.machine.turnCame(now: script.now)).prefix(2),
            equals: [Self.course[0], Self.course[1]])
    }

    @Test func commandsAreRefused() {
        var script = subscribed()
        let actions = script.machine.send(EntityCommand(entity: "camera"), to: "id", number: 3, now: .zero)
        expect(Script.lines(actions), equals: ["3 refused"])
    }
}
