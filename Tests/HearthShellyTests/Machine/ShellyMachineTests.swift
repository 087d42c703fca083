internal import Expectations
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthJSON
internal import HearthShelly
internal import Testing

@Suite struct ShellyMachineTests {
    /// Plays a device. Bytes of the machine are shown as the texts of their frames.
    private struct Script {
        var machine: ShellyMachine
        var now = Duration.zero
        /// The number of the next request for the configuration, while nothing else is asked.
        var nextRead = 1

        init(password: String? = nil, mac: String? = "a8032ab12345", purpose: ShellyMachine.Purpose = .states) {
            // With zeros as masks frames can be read.
            machine = ShellyMachine(
                ShellySettings(host: "shelly.local", password: password, expectedMAC: mac), purpose,
                random: { [UInt8](repeating: 0, count: $0) })
        }

        /// The answer to the handshake whose nonce is zeros.
        static let accept =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: ICX+Yqv66kxgM0FcWaLWlFLwTAI=\r\n\r\n"

        /// A device that was opened, and is asked.
        mutating func open() -> [String] {
            _ = machine.start(now: now)
            _ = machine.turnCame(now: now)
            _ = machine.connected(now: now)
            return lines(machine.received([UInt8](Self.accept.utf8), now: now))
        }

        mutating func says(_ text: String) -> [String] {
            lines(machine.received(Self.frame(text), now: now))
        }

        static func frame(_ text: String) -> [UInt8] {
            let bytes = [UInt8](text.utf8)
            let head: [UInt8] =
                bytes.count < 126
                ? [0x81, UInt8(bytes.count)] : [0x81, 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
            return head + bytes
        }

        mutating func answers(_ number: Int, _ result: String, from source: String = "shellyplus1-a8032ab12345")
            -> [String]
        {
            says(#"{"id":\#(number),"src":"\#(source)","result":\#(result)}"#)
        }

        mutating func passes(_ time: Duration) -> [String] {
            now += time
            guard let deadline = machine.deadline, deadline <= now else { return [] }
            return lines(machine.timePassed(now: now))
        }

        static let config = #"{"sys":{"device":{"mac":"A8032AB12345","name":"Desk"}},"switch:0":{"name":null}}"#
        static let status = #"{"switch:0":{"output":true}}"#

        /// A device that is described.
        static func described(password: String? = nil) -> Script {
            var script = Script(password: password)
            _ = script.open()
            script.answerReads()
            return script
        }

        /// Connects, and is described.
        mutating func describe() {
            _ = machine.turnCame(now: now)
            _ = machine.connected(now: now)
            _ = machine.received([UInt8](Self.accept.utf8), now: now)
            answerReads()
        }

        private mutating func answerReads() {
            _ = answers(nextRead, Self.config)
            _ = answers(nextRead + 1, Self.status)
            nextRead += 2
        }

        func lines(_ actions: [ShellyMachine.Action]) -> [String] {
            actions.map { action in
                switch action {
                case .connect: "connect"
                case .order(.open): "open"
                case .order(.write(let bytes)): Self.text(bytes)
                case .order(.close): "close"
                case .call(.describe(let device)): "describe \(device.id) \(device.name) \(device.entities.map(\.key))"
                case .call(.report(let report)):
                    "report" + (report.isReplay ? " again" : "")
                        + report.states.map { " \($0.entity) \($0.values)" }.joined()
                        + report.events.map { " \($0.entity)!\($0.type)" }.joined()
                case .call(.reachable(_, let isReachable)): isReachable ? "reachable" : "unreachable"
                case .call(.health(let health)): "\(health)"
                case .call(let call): "\(call)"
                case .answer(let number, let error): "#\(number) \(error.map { "\($0)" } ?? "done")"
                case .order(.finished(.success(let info))): "found \(info.mac) \(info.name) \(info.isProtected)"
                case .order(.finished(.failure(let error))): "failed \(error.code)"
                }
            }
        }

        private static func text(_ bytes: [UInt8]) -> String {
            switch bytes.first {
            case 0x81: String(decoding: bytes.dropFirst(bytes[1] == 0xFE ? 8 : 6), as: UTF8.self)
            case 0x88: "closing"
            case 0x89: "ping"
            case 0x8A: "pong"
            default: String(decoding: bytes.prefix { $0 != 0x0D }, as: UTF8.self)
            }
        }
    }

    private static let challenge =
        #"{"id":NUMBER,"src":"shellyplus1-a8032ab12345","error":{"code":401,"message":"{\"auth_type\":\"digest\","#
        + #"\"nonce\":7,\"nc\":1,\"realm\":\"r\",\"algorithm\":\"SHA-256\"}"}}"#

    @Test func twoRequestsDescribeADevice() {
        var script = Script()
        expect(script.lines(script.machine.start(now: .zero)), equals: ["connecting", "connect"])
        expect(script.lines(script.machine.turnCame(now: .zero)), equals: ["open"])
        expect(script.lines(script.machine.connected(now: .zero)), equals: ["GET /rpc HTTP/1.1"])
        expect(
            script.lines(script.machine.received([UInt8](Script.accept.utf8), now: .zero)),
            equals: [#"{"id":1,"method":"Shelly.GetConfig","src":"hearth"}"#])
        expect(
            script.answers(1, Script.config), equals: [#"{"id":2,"method":"Shelly.GetStatus","src":"hearth"}"#])
        expect(
            script.answers(2, Script.status),
            equals: [
                #"describe a8032ab12345 Desk ["switch:0"]"#, "reachable", "online",
                "report again switch:0 [HearthEntities.EntityProperty.on: HearthEntities.EntityValue.bool(true)]",
            ])
        expect(
            script.says(
                #"{"src":"x","dst":"hearth","method":"NotifyStatus","params":{"ts":1,"switch:0":{"output":false}}}"#),
            equals: ["report switch:0 [HearthEntities.EntityProperty.on: HearthEntities.EntityValue.bool(false)]"])
    }

    @Test func modelsThatMayHaveThemAreAskedForVirtualComponents() {
        var script = Script()
        _ = script.open()
        _ = script.answers(1, Script.config, from: "shelly1g3-a8032ab12345")
        expect(
            script.answers(2, Script.status, from: "shelly1g3-a8032ab12345"),
            equals: [
                #"{"id":3,"method":"Shelly.GetComponents","params":{"dynamic_only":true,"include":["config","status"],"#
                    + #""offset":0},"src":"hearth"}"#
            ])
        let page = #"{"components":[{"key":"boolean:200","config":{},"status":{"value":true}}],"offset":0,"total":2}"#
        expect(script.answers(3, page).first?.contains(#""offset":1"#), equals: true)
        expect(
            script.says(#"{"id":4,"error":{"code":500,"message":"no"}}"#).first,
            equals: #"describe a8032ab12345 Desk ["boolean:200", "switch:0"]"#)
    }

    @Test func aPasswordIsProven() {
        var script = Script(password: "secret")
        _ = script.open()
        let repeated = script.says(Self.challenge.replacing("NUMBER", with: "1"))
        expect(repeated.count, equals: 1)
        expect(repeated.first?.contains(#""auth":{"algorithm":"SHA-256""#), equals: true)
        expect(repeated.first?.contains(#""nc":1"#), equals: true)
        expect(script.answers(2, Script.config).first?.contains(#""nc":2"#), equals: true, "the next proof counts on")
        // A nonce that is too old leads to a new challenge.
        expect(script.says(Self.challenge.replacing("NUMBER", with: "3")).first?.contains(#""nc":1"#), equals: true)
        expect(script.answers(4, Script.status).count, equals: 4)
    }

    @Test func aWrongPasswordNeedsAPerson() {
        var script = Script(password: "wrong")
        _ = script.open()
        _ = script.says(Self.challenge.replacing("NUMBER", with: "1"))
        expect(
            script.says(Self.challenge.replacing("NUMBER", with: "2")),
            equals: [
                "close",
                #"needsAttention(reason: "shelly.local refuses the password", wayOut: "correct the password")"#,
            ])
        expect(script.passes(.milliseconds(59_999)), equals: [])
        expect(script.passes(.milliseconds(1)), equals: ["connect"])
        var without = Script()
        _ = without.open()
        expect(
            without.says(Self.challenge.replacing("NUMBER", with: "1")).last,
            equals:
                #"needsAttention(reason: "shelly.local wants a password", wayOut: "give the password of the device")"#)
    }

    @Test func anotherDeviceIsNotTaken() {
        var script = Script(mac: "ffffffffffff")
        _ = script.open()
        expect(
            script.answers(1, Script.config).last,
            equals: "needsAttention(reason: \"another Shelly answers at shelly.local, with the MAC address "
                + "a8032ab12345\", wayOut: \"correct the address\")")
        var none = Script()
        _ = none.open()
        expect(none.answers(1, #"{"sys":{"device":{"mac":"x"}}}"#).first, equals: "close")
        var web = Script()
        _ = web.machine.start(now: .zero)
        _ = web.machine.turnCame(now: .zero)
        _ = web.machine.connected(now: .zero)
        let answer = web.lines(web.machine.received([UInt8]("HTTP/1.1 404 Not Found\r\n\r\n".utf8), now: .zero))
        expect(answer.first, equals: "close")
        expect(answer.last?.contains("is no Shelly of the second generation"), equals: true)
    }

    @Test func commandsWaitForTheirAnswer() {
        var script = Script.described()
        func send(_ number: UInt64, _ entity: String = "switch:0") -> [String] {
            let command = EntityCommand(entity: entity, values: [.on: .bool(true)])
            return script.lines(script.machine.send(command, to: "a8032ab12345", number: number, now: script.now))
        }
        expect(
            send(1), equals: [#"{"id":3,"method":"Switch.Set","params":{"id":0,"on":true},"src":"hearth"}"#])
        expect(script.answers(3, #"{"was_on":false}"#), equals: ["#1 done"])
        expect(script.answers(3, "{}"), equals: [], "an answer to nothing")
        _ = send(2)
        expect(
            script.says(#"{"id":4,"error":{"code":-103,"message":"Invalid argument"}}"#),
            equals: [##"#2 FAILURE: shelly.local refused the command: "Invalid argument" (-103)"##])
        expect(send(3, "lamp").first?.hasPrefix("#3 NOT_FOUND"), equals: true)
        _ = send(4)
        let lost = script.passes(.seconds(10))
        expect(
            lost.dropLast(),
            equals: [
                "#4 FAILURE: shelly.local did not answer in time; whether the command was carried out is unknown",
                "close", "unreachable",
            ])
        expect(
            send(5), equals: ["#5 BUSY: there is no connection to shelly.local; try again once it is back"])
    }

    @Test func aLostConnectionComesBack() {
        var script = Script.described()
        expect(
            script.lines(script.machine.closed("reset", now: script.now)),
            equals: ["close", "unreachable", #"offline(reason: "shelly.local closed the connection: reset")"#])
        expect(script.lines(script.machine.closed("again", now: script.now)), equals: [])
        expect(script.passes(.milliseconds(500)), equals: ["connect"], "with no randomness half a second")
        _ = script.machine.turnCame(now: script.now)
        expect(
            script.lines(script.machine.connectFailed("refused", now: script.now)).last,
            equals: #"offline(reason: "shelly.local can\'t be reached: refused")"#)
        expect(script.passes(.milliseconds(999)), equals: [])
        expect(script.passes(.milliseconds(1)), equals: ["connect"])
        _ = script.machine.turnCame(now: script.now)
        expect(script.passes(.seconds(10)).first, equals: "close", "nothing answers")
    }

    @Test func aSilentDeviceIsAskedAndThenGivenUp() {
        var script = Script.described()
        expect(script.passes(.seconds(30)), equals: ["ping"])
        expect(script.lines(script.machine.received([0x8A, 0x00], now: script.now)), equals: [])
        expect(script.passes(.seconds(30)), equals: ["ping"])
        expect(script.passes(.seconds(44)), equals: [])
        expect(
            script.passes(.seconds(1)),
            equals: ["close", "unreachable", #"offline(reason: "shelly.local is silent")"#])
    }

    @Test func aChangedConfigurationIsReadAgain() {
        var script = Script.described()
        let changed =
            #"{"src":"x","method":"NotifyEvent","params":{"events":[{"component":"sys","event":"config_changed"}]}}"#
        expect(script.says(changed), equals: [])
        expect(script.says(changed), equals: [])
        expect(script.passes(.seconds(2)), equals: [#"{"id":3,"method":"Shelly.GetConfig","src":"hearth"}"#])
        _ = script.answers(3, Script.config.replacing("null", with: #""Kettle""#))
        expect(script.answers(4, Script.status).count, equals: 2, "it is described with the new name, and reported")
    }

    @Test func aProbeNamesTheDevice() {
        var open = Script(mac: nil, purpose: .probe)
        expect(open.open(), equals: [#"{"id":1,"method":"Shelly.GetDeviceInfo","src":"hearth"}"#])
        expect(
            open.answers(1, #"{"mac":"A8032AB12345","gen":2,"app":"Plus1","name":null,"auth_en":false}"#),
            equals: ["closing", "close", "found a8032ab12345 Plus1 false"])
        var protected = Script(password: "secret", mac: nil, purpose: .probe)
        _ = protected.open()
        let info = #"{"mac":"A8032AB12345","gen":3,"app":"S1G3","name":"Hall","auth_en":true}"#
        expect(protected.answers(1, info), equals: [#"{"id":2,"method":"Shelly.GetStatus","src":"hearth"}"#])
        _ = protected.says(Self.challenge.replacing("NUMBER", with: "2"))
        expect(protected.answers(3, "{}").last, equals: "found a8032ab12345 Hall true")
        var old = Script(mac: nil, purpose: .probe)
        _ = old.open()
        expect(old.answers(1, #"{"mac":"A8032AB12345","gen":1}"#).last, equals: "failed notSupported")
    }

    @Test("A command ends although its challenge and the end of the connection come in one piece")
    func aChallengeAtTheEndEndsTheCommand() {
        var script = Script.described(password: "secret")
        let command = EntityCommand(entity: "switch:0", action: .toggle)
        _ = script.machine.send(command, to: "a8032ab12345", number: 1, now: script.now)
        let bytes = Script.frame(Self.challenge.replacing("NUMBER", with: "3")) + [0x88, 0x00]
        let lines = script.lines(script.machine.received(bytes, now: script.now))
        expect(lines.filter { $0.hasPrefix("#1 ") }.count, equals: 1, "\(lines)")
    }

    @Test func eventsOfAnEarlierAttemptAreIgnored() {
        var script = Script()
        _ = script.machine.start(now: .zero)
        _ = script.machine.turnCame(now: .zero)
        _ = script.passes(.seconds(10))
        _ = script.machine.wake(now: script.now)
        _ = script.machine.turnCame(now: script.now)
        func takes(_ attempt: Int, _ content: ShellyEvent.Content) -> [String] {
            script.lines(script.machine.take(ShellyEvent(attempt: attempt, content), now: script.now))
        }
        expect(takes(1, .failed("refused")) + takes(1, .closed(nil)) + takes(1, .opened), equals: [])
        expect(
            takes(2, .failed("refused")),
            equals: ["close", #"offline(reason: "shelly.local can\'t be reached: refused")"#])
        expect(takes(2, .failed("refused")), equals: [], "the attempt has ended")
    }

    @Test func aDeviceThatDropsAtOnceIsAskedLessOften() {
        var script = Script.described()
        var waits: [Duration] = []
        for _ in 0..<4 {
            _ = script.machine.closed(nil, now: script.now)
            waits.append((script.machine.deadline ?? .zero) - script.now)
            _ = script.passes(waits.last ?? .zero)
            script.describe()
        }
        expect(waits, equals: [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
        _ = script.passes(.seconds(10))
        _ = script.machine.closed(nil, now: script.now)
        expect((script.machine.deadline ?? .zero) - script.now, equals: .milliseconds(500), "it proved good")
    }

    @Test func timeInLineIsNotTheDevices() {
        var script = Script()
        _ = script.machine.start(now: .zero)
        expect(script.machine.deadline, equals: nil)
        expect(script.machine.isConnecting, equals: true)
        expect(script.lines(script.machine.turnCame(now: .seconds(100))), equals: ["open"])
        expect(script.machine.deadline, equals: .seconds(110))
        expect(Script.described().machine.isConnecting, equals: false)
    }

    @Test func anAnnouncementEndsTheWait() {
        var script = Script.described()
        expect(script.lines(script.machine.wake(now: .zero)), equals: [], "it is connected")
        _ = script.machine.closed(nil, now: .zero)
        expect(script.lines(script.machine.wake(now: .zero)), equals: ["connect"])
        expect(script.lines(script.machine.wake(now: .zero)), equals: [], "it connects already")
    }

    @Test func changesDuringTheFirstReadCount() {
        var script = Script()
        _ = script.open()
        let source = "shelly1g3-a8032ab12345"
        _ = script.answers(1, Script.config, from: source)
        _ = script.answers(2, #"{"switch:0":{"output":true,"aenergy":{"total":1,"minute_ts":5}}}"#, from: source)
        let change = #"{"switch:0":{"output":false,"aenergy":{"total":2}},"input:0":{"state":true}}"#
        expect(script.says(#"{"src":"\#(source)","method":"NotifyStatus","params":\#(change)}"#), equals: [])
        let lines = script.answers(3, #"{"components":[],"offset":0,"total":0}"#, from: source)
        expect(lines.last?.contains("bool(false)"), equals: true, "\(lines)")
        expect(lines.last?.contains("number(2.0)"), equals: true, "\(lines)")
        expect(lines.last?.contains("input:0"), equals: true, "\(lines)")
    }

    @Test("Pages end, whatever offset the device gives them")
    func pagesEnd() {
        var script = Script()
        let source = "shelly1g3-a8032ab12345"
        _ = script.open()
        _ = script.answers(1, Script.config, from: source)
        _ = script.answers(2, Script.status, from: source)
        let page = #"{"components":[{"key":"boolean:200","status":{"value":true}}],"offset":0,"total":1000000}"#
        var number = 3
        while number < 200, script.answers(number, page, from: source).first?.hasPrefix("describe") != true {
            number += 1
        }
        expect(number, equals: 52, "50 components are the most")
    }

    @Test func aSecondReadWaitsForTheFirst() {
        var script = Script.described()
        let changed =
            #"{"src":"x","method":"NotifyEvent","params":{"events":[{"component":"sys","event":"config_changed"}]}}"#
        _ = script.says(changed)
        expect(script.passes(.seconds(2)), equals: [#"{"id":3,"method":"Shelly.GetConfig","src":"hearth"}"#])
        _ = script.says(changed)
        expect(script.passes(.seconds(2)), equals: [], "the first read is not done")
        _ = script.answers(3, Script.config)
        _ = script.answers(4, Script.status)
        expect(script.passes(.seconds(2)), equals: [#"{"id":5,"method":"Shelly.GetConfig","src":"hearth"}"#])
    }

    @Test("Two commands wait for a device at a time, one if each needs a proof")
    func commandsAreSentFewAtATime() {
        for (password, most) in [(nil, 2), ("secret", 1)] {
            var script = Script.described(password: password)
            let command = EntityCommand(entity: "switch:0", action: .toggle)
            let sent = (1...3).map { number in
                script.lines(script.machine.send(command, to: "a8032ab12345", number: number, now: script.now)).count
            }
            expect(sent, equals: most == 1 ? [1, 0, 0] : [1, 1, 0])
            let after = script.answers(3, "{}")
            expect(after.first, equals: "#1 done")
            expect(after.last?.contains("Switch.Toggle"), equals: true, "\(after)")
            let lost = script.lines(script.machine.closed(nil, now: script.now))
            expect(lost.filter { $0.hasPrefix("#") }.map { $0.prefix(2) }, equals: ["#2", "#3"])
        }
    }

    @Test func aStaleProofIsNoWrongPassword() {
        var script = Script.described(password: "secret")
        let command = EntityCommand(entity: "switch:0", action: .toggle)
        _ = script.machine.send(command, to: "a8032ab12345", number: 1, now: script.now)
        let stale = Self.challenge.replacing(#"\"nc\":1"#, with: #"\"nc\":1,\"stale\":true"#)
        for number in 3...4 {
            let again = script.says(stale.replacing("NUMBER", with: "\(number)"))
            expect(again.first?.contains("Switch.Toggle"), equals: true, "\(again)")
        }
        expect(
            script.says(stale.replacing("NUMBER", with: "5")).first?.hasPrefix("#1 FAILURE"), equals: true,
            "the command ends, although the connection does")
    }

    @Test("A device that is too busy for a connection is no other kind of device")
    func aBusyDeviceIsTriedAgain() {
        var script = Script()
        _ = script.machine.start(now: .zero)
        _ = script.machine.turnCame(now: .zero)
        _ = script.machine.connected(now: .zero)
        let answer = "HTTP/1.1 503 Service Unavailable\r\n\r\n"
        expect(
            script.lines(script.machine.received([UInt8](answer.utf8), now: .zero)).last,
            equals: #"offline(reason: "shelly.local has no room for a connection: it answered with the status 503")"#)
        expect(script.passes(.milliseconds(500)), equals: ["connect"])
    }

    @Test(
        arguments: [
            ("fe80::1%2", 80, "[fe80::1]"), ("2001:db8::5", 81, "[2001:db8::5]:81"), ("192.0.2.1", 80, "192.0.2.1"),
            ("shelly.local", 8080, "shelly.local:8080"),
        ] as [(String, UInt16, String)])
    func theHostFieldIsThatOfAnAddress(host: String, port: UInt16, field: String) {
        var machine = ShellyMachine(
            ShellySettings(host: host, port: port), .states, random: { [UInt8](repeating: 0, count: $0) })
        _ = machine.start(now: .zero)
        _ = machine.turnCame(now: .zero)
        guard case .order(.write(let bytes))? = machine.connected(now: .zero).first else { return expect(false) }
        let text = String(decoding: bytes, as: UTF8.self)
        expect(text.contains("\r\nHost: \(field)\r\n"), equals: true, "\(text)")
    }

    @Test func oddFramesAreNoTrap() {
        for text in [
            "[]", "7", "{}", #"{"id":1.5}"#, #"{"id":"1"}"#, #"{"method":7,"id":null}"#, #"{"id":99,"result":{}}"#,
        ] {
            var script = Script.described()
            expect(script.says(text), equals: [], "\(text)")
        }
        var script = Script.described()
        expect(script.says(String(repeating: "[", count: 2_000)).first, equals: "close")
        script = Script.described()
        expect(script.says(#"{"method":"NotifyEvent","params":{"events":{"x":1}}}"#), equals: [])
        expect(script.lines(script.machine.received([0xFF], now: .zero)), equals: [])
        expect(script.lines(script.machine.received([0xFF], now: .zero)).first, equals: "closing")
    }
}
