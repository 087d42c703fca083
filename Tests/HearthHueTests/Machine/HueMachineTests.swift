internal import Expectations
internal import HearthEntities
@testable internal import HearthHue
internal import HearthJSON
internal import Testing

@Suite struct HueMachineTests {
    @Test func aBridgeIsReadOnceItsStreamHasBegun() {
        var script = Script()
        expect(script.lines(script.machine.start(now: .zero)), equals: ["connecting", "connect"])
        expect(script.opens(), equals: ["3: GET /eventstream/clip/v2", "0: GET /clip/v2/resource"])
        expect(script.machine.isConnecting)
        expect(
            script.answers(0, Bridge.answer(Bridge.all)),
            equals: [
                "describe d1 Lamp", "describe d2 Remote", "keep only d1 d2", "d1 reachable", "d2 reachable", "online",
                "report again light/l1 6",
            ])
        expect(!script.machine.isConnecting)
    }

    @Test func changesAreReportedInFull() {
        var script = Script.described()
        expect(
            script.streams("update", #"{"id":"l1","type":"light","on":{"on":false}}"#), equals: ["report light/l1 6"])
        expect(
            script.streams("update", #"{"id":"l1","type":"light","dimming":{"brightness":10}}"#),
            equals: ["report light/l1 6"])
        expect(script.machine.resources["l1"]?.value.at(["on", "on"]), equals: .bool(false))
        expect(script.machine.resources["l1"]?.value.at(["dimming", "min_dim_level"]), equals: .number(2))
        expect(script.streams("update", #"{"id":"unknown","type":"light"}"#), equals: [])
        expect(script.streams("error", #"{"id":"l1","type":"light"}"#), equals: [])
    }

    private static func pressed(_ time: String, _ event: String) -> String {
        #"{"id":"b1","type":"button","button":{"last_event":"\#(event)","button_report":"#
            + #"{"updated":"2026-11-01T08:00:\#(time)Z","event":"\#(event)"}}}"#
    }

    @Test func aButtonFiresOnceForEachEvent() {
        var script = Script.described()
        expect(script.streams("update", Self.pressed("00.000", "short_release")), equals: [])
        expect(script.streams("update", Self.pressed("01.000", "initial_press")), equals: [])
        expect(
            script.streams("update", Self.pressed("01.200", "short_release")),
            equals: ["report button/b1!short_release"])
        // The stream repeats it.
        expect(script.streams("update", Self.pressed("01.200", "short_release")), equals: [])
        expect(
            script.streams(
                "update",
                #"{"id":"r1","type":"relative_rotary","relative_rotary":{"rotary_report":{"updated":"#
                    + #""2026-11-01T08:00:02Z","rotation":{"direction":"clock_wise"}}}}"#),
            equals: ["report relative_rotary/r1!clockwise"])
    }

    @Test func aClockThatIsSetBackHidesNoPress() {
        var script = Script.described()
        _ = script.streams("update", Self.pressed("05.000", "short_release"))
        expect(
            script.streams("update", Self.pressed("03.000", "short_release")),
            equals: ["report button/b1!short_release"])
    }

    @Test("Older firmware does not say when a button was pressed; each message is a press")
    func oldFirmwareFires() {
        var script = Script.described()
        let press = #"{"id":"b1","type":"button","button":{"last_event":"long_press"}}"#
        expect(script.streams("update", press), equals: ["report button/b1!long_press"])
        expect(script.streams("update", press), equals: ["report button/b1!long_press"])
    }

    @Test func aPressWhileTheBridgeIsReadIsNoNewPress() {
        var script = Script.described()
        _ = script.fails(3)
        _ = script.passes(.seconds(1))
        _ = script.opens()
        expect(script.streams("update", Self.pressed("05.000", "short_release")), equals: [])
        let read = Bridge.all.map {
            $0.contains(#""id":"b1""#) ? $0.replacing("08:00:00.000", with: "08:00:05.000") : $0
        }
        expect(
            script.answers(0, Bridge.answer(read)), equals: ["keep only d1 d2", "report again light/l1 6"])
    }

    @Test func connectivityIsReachability() {
        var script = Script.described()
        let away = #"{"id":"z1","type":"zigbee_connectivity","status":"connectivity_issue"}"#
        expect(script.streams("update", away), equals: ["d1 unreachable"])
        expect(script.streams("update", away), equals: [])
        expect(
            script.streams("update", #"{"id":"d1","type":"device","metadata":{"name":"Desk"}}"#),
            equals: ["describe d1 Desk"], "it stays unreachable")
        expect(script.streams("update", Bridge.link), equals: ["d1 reachable"])
    }

    @Test("A device that returns together with a change of its description is reachable")
    func aChangedDeviceReturns() {
        let away = #"{"id":"z1","type":"zigbee_connectivity","status":"connectivity_issue"}"#
        var streamed = Script.described()
        _ = streamed.streams("update", away)
        expect(
            streamed.streams("update", #"{"id":"d1","type":"device","metadata":{"name":"Desk"}}"#, Bridge.link),
            equals: ["describe d1 Desk", "d1 reachable"])
        var read = Script.described()
        _ = read.streams("update", away)
        _ = read.fails(3)
        _ = read.passes(.seconds(1))
        _ = read.opens()
        expect(
            read.answers(0, Bridge.answer(Bridge.all.map { $0.replacing("Lamp", with: "Desk") })),
            equals: ["describe d1 Desk", "keep only d1 d2", "d1 reachable", "report again light/l1 6"])
    }

    @Test func devicesComeAndGo() {
        var script = Script.described()
        expect(
            script.streams(
                "add", Bridge.device("d3", "New", [("l3", "light")]), #"{"id":"l3","type":"light","on":{"on":true}}"#),
            equals: ["describe d3 New", "report again light/l3 1"])
        // All resources are looked through at most once a second.
        expect(script.streams("delete", #"{"id":"d3","type":"device"}"#), equals: [])
        expect(script.streams("add", Bridge.device("d4", "Next", [("l3", "light")])), equals: [])
        expect(script.passes(.milliseconds(999)), equals: [])
        expect(
            script.passes(.milliseconds(1)), equals: ["describe d4 Next", "remove d3", "report again light/l3 1"])
    }

    @Test func aPartThatComesLaterIsReported() {
        var script = Script.described()
        _ = script.streams(
            "add", Bridge.device("d3", "New", [("l3", "light"), ("p3", "device_power")]),
            #"{"id":"l3","type":"light","on":{"on":true}}"#)
        expect(
            script.streams("add", #"{"id":"p3","type":"device_power","power_state":{"battery_level":80}}"#)
                + script.passes(.seconds(1)),
            equals: ["describe d3 New", "report again device_power/p3 1"])
    }

    // MARK: - Losses

    @Test func devicesStayReachableWhileTheStreamFlaps() {
        var script = Script.described()
        expect(script.fails(3), equals: ["close 3"])
        expect(script.passes(.seconds(1)), equals: ["connect"])
        _ = script.opens()
        expect(script.answers(0, Bridge.answer(Bridge.all)), equals: ["keep only d1 d2", "report again light/l1 6"])
        expect(script.passes(.seconds(40)), equals: [])
    }

    @Test func aBridgeThatStaysAwayIsUnreachable() {
        var script = Script.described()
        _ = script.fails(3)
        expect(script.passes(.seconds(29)), equals: ["connect"])
        expect(
            script.passes(.seconds(1)),
            equals: ["d1 unreachable", "d2 unreachable", #"offline(reason: "it broke")"#])
        expect(
            script.sends([.on: .bool(true)]),
            equals: ["#1 BUSY: there is no connection to the Hue bridge \(Bridge.id); try again once it is back"])
    }

    @Test func aSilentStreamBeginsAgain() {
        var script = Script.described()
        _ = script.passes(.seconds(70))
        _ = script.lines(script.machine.streamed([UInt8](": hi\n\n".utf8), now: script.now))
        expect(script.passes(.seconds(74)), equals: [])
        expect(script.passes(.seconds(1)), equals: ["close 3", "connect"])
        expect(script.opens(), equals: ["3: GET /eventstream/clip/v2", "0: GET /clip/v2/resource"])
    }

    @Test func refusalsNeedAPerson() {
        var script = Script()
        _ = script.machine.start(now: .zero)
        expect(
            script.opens(status: 403),
            equals: [
                "3: GET /eventstream/clip/v2", "close 3",
                "needsAttention(reason: \"the Hue bridge \(Bridge.id) does not know the hub any more\", wayOut: "
                    + "\"remove the integration and add the bridge again, and press its button\")",
            ])
        expect(script.passes(.seconds(59)), equals: [])
        expect(script.passes(.seconds(1)), equals: ["connect"])
        var other = Script.described()
        expect(
            other.fails(3, .wrongCertificate),
            equals: [
                "close 3", "d1 unreachable", "d2 unreachable",
                #"needsAttention(reason: "it broke", wayOut: "mend it")"#,
            ])
    }

    @Test func anotherBridgeIsRefused() {
        var script = Script()
        _ = script.machine.start(now: .zero)
        _ = script.opens()
        let lines = script.answers(
            0, Bridge.answer([#"{"id":"b","type":"bridge","bridge_id":"001788FFFE000000"}"#]))
        expect(lines.last?.hasPrefix("needsAttention(reason: \"another Hue bridge answers") ?? false)
    }

    @Test func aBusyBridgeIsReadLater() {
        var script = Script()
        _ = script.machine.start(now: .zero)
        _ = script.opens()
        expect(script.answers(0, "", status: 429), equals: [])
        expect(script.passes(.milliseconds(250)), equals: ["0: GET /clip/v2/resource"])
        expect(script.answers(0, "", status: 503), equals: [])
        expect(script.passes(.milliseconds(499)), equals: [])
        expect(script.passes(.milliseconds(1)), equals: ["0: GET /clip/v2/resource"])
    }

    @Test(arguments: ["{", #"{"data":[]}"#, "[]"])
    func nonsenseIsReadAgain(_ body: String) {
        var script = Script()
        _ = script.machine.start(now: .zero)
        _ = script.opens()
        let reason = "the Hue bridge \(Bridge.id) sent no list of its resources"
        expect(script.answers(0, body), equals: ["close 3", "offline(reason: \"\(reason)\")"])
        expect(script.passes(.seconds(1)), equals: ["connect"])
    }

    @Test func whatTakesTooLongFails() {
        var script = Script()
        _ = script.machine.start(now: .zero)
        _ = script.opens()
        let reason = "the Hue bridge \(Bridge.id) did not answer in time"
        expect(script.passes(.seconds(10)), equals: ["close 0", "close 3", "offline(reason: \"\(reason)\")"])
    }

    // MARK: - Commands

    private static let lightOn = #"0: PUT /clip/v2/resource/light/l1 {"on":{"on":true}}"#

    @Test func aCommandEndsWithTheAnswer() {
        var script = Script.described()
        expect(script.sends([.on: .bool(true)]), equals: [Self.lightOn])
        expect(script.answers(0), equals: ["#1 done"])
        _ = script.passes(.seconds(1))
        _ = script.sends([.on: .bool(true)], number: 2)
        expect(
            script.answers(
                0, #"{"errors":[{"description":"it is \"soft off\", command may not have effect"}]}"#, status: 207),
            equals: ["#2 done"])
        _ = script.passes(.seconds(1))
        _ = script.sends([.on: .bool(true)], number: 3)
        expect(
            script.answers(0, #"{"errors":[{"description":"invalid value"}],"data":[]}"#, status: 400),
            equals: [#"#3 FAILURE: the Hue bridge 001788fffe123456 refused the command: "invalid value""#])
    }

    @Test func theNewestValueWinsWhileALightWaits() {
        var script = Script.described()
        _ = script.sends([.on: .bool(true)])
        expect(script.sends([.brightness: .number(0.1), .colorTemperature: .number(200)], number: 2), equals: [])
        expect(script.sends([.brightness: .number(0.2), .x: .number(0.5), .y: .number(0.5)], number: 3), equals: [])
        _ = script.passes(.seconds(1))
        expect(
            script.answers(0),
            equals: [
                "#1 done",
                #"0: PUT /clip/v2/resource/light/l1 {"color":{"xy":{"x":0.5,"y":0.5}},"dimming":{"brightness":20}}"#,
            ])
        expect(script.answers(0), equals: ["#2 done", "#3 done"])
    }

    @Test func changesKeepTheirPace() {
        let lights = (1...5).map { number in
            [
                Bridge.device("x\(number)", "X", [("y\(number)", "light")]),
                #"{"id":"y\#(number)","type":"light","on":{"on":true}}"#,
            ]
        }
        var script = Script.described(hasGroups: true, Bridge.all + lights.flatMap { $0 })
        var lines: [String] = []
        for number in 1...5 {
            lines += script.sends([.on: .bool(true)], to: "light/y\(number)", of: "x\(number)", number: UInt64(number))
        }
        lines += script.sends([.on: .bool(true)], to: "grouped_light/g1", of: "k", number: 6)
        expect(
            lines,
            equals: [
                #"0: PUT /clip/v2/resource/light/y1 {"on":{"on":true}}"#,
                #"1: PUT /clip/v2/resource/grouped_light/g1 {"on":{"on":true}}"#,
            ])
        expect(script.passes(.milliseconds(99)), equals: [])
        expect(script.passes(.milliseconds(1)), equals: [#"2: PUT /clip/v2/resource/light/y2 {"on":{"on":true}}"#])
        // A bridge takes three requests at a time.
        expect(script.passes(.seconds(2)), equals: [])
        expect(
            script.answers(1), equals: ["#6 done", #"1: PUT /clip/v2/resource/light/y3 {"on":{"on":true}}"#])
        expect(script.sends([.on: .bool(false)], to: "grouped_light/g1", of: "k", number: 7), equals: [])
        expect(
            script.answers(0),
            equals: ["#1 done", #"0: PUT /clip/v2/resource/grouped_light/g1 {"on":{"on":false}}"#])
    }

    @Test func aBusyBridgeGetsTheChangeAgain() {
        var script = Script.described()
        _ = script.sends([.on: .bool(true)])
        expect(script.answers(0, "", status: 429), equals: [])
        // Meanwhile something newer is wanted.
        expect(script.sends([.on: .bool(false)], number: 2), equals: [])
        expect(
            script.passes(.milliseconds(250)), equals: [#"0: PUT /clip/v2/resource/light/l1 {"on":{"on":false}}"#])
        for step in 2...8 {
            expect(script.answers(0, "", status: 503), equals: [])
            expect(script.passes(.milliseconds(250) * step).count, equals: 1)
        }
        let busy = "BUSY: the Hue bridge \(Bridge.id) has too much to do for the command; try again in a minute"
        expect(script.answers(0, "", status: 429), equals: ["#1 \(busy)", "#2 \(busy)"])
    }

    @Test func aLostRequestEndsItsCommand() {
        var script = Script.described()
        _ = script.sends([.on: .bool(true)])
        expect(
            script.fails(0), equals: ["#1 FAILURE: it broke; whether the command was carried out is unknown"])
        _ = script.passes(.seconds(1))
        _ = script.sends([.on: .bool(true)], number: 2)
        expect(
            script.lines(script.machine.stop()),
            equals: [
                "close 0", "#2 FAILURE: the link was stopped; whether the command was carried out is unknown",
                "close all",
            ])
    }

    @Test func aStoppedLinkTakesNoCommand() {
        var script = Script.described()
        expect(script.lines(script.machine.stop()), equals: ["close all"])
        expect(
            script.sends([.on: .bool(true)]),
            equals: ["#1 BUSY: there is no connection to the Hue bridge \(Bridge.id); try again once it is back"])
    }

    @Test func tooManyCommandsAreRefused() {
        var script = Script.described()
        _ = script.sends([.on: .bool(true)], number: 0)
        for number in 1...100 { expect(script.sends([.on: .bool(true)], number: UInt64(number)), equals: []) }
        expect(script.sends([.on: .bool(true)], number: 101).first?.hasPrefix("#101 RESOURCE_EXHAUSTED") ?? false)
    }

    @Test func tooMuchOfAStreamIsRefused() {
        var script = Script.described()
        let flood = [UInt8](repeating: 97, count: (1 << 20) + 1)
        expect(script.lines(script.machine.streamed(flood, now: script.now)), equals: ["close 3"])
    }

    @Test("A stream may bring 2,000 changes at once, and 200 a second")
    func aFloodOfChangesIsRefused() {
        var script = Script.described()
        let change = #"{"id":"b1","type":"button"}"#
        let list = Array(repeating: change, count: 200).joined(separator: ",")
        for _ in 0..<10 { expect(script.streams("update", list), equals: []) }
        for _ in 0..<3 {
            _ = script.passes(.seconds(1))
            expect(script.streams("update", list), equals: [])
        }
        expect(script.streams("update", change), equals: ["close 3"])
        expect(script.streams("update", change), equals: [])
    }

    @Test func aFloodOfCommentsIsRefused() {
        var script = Script.described()
        let comments = [UInt8](String(repeating: ": hi\n\n", count: 20_000).utf8)
        var lines: [String] = []
        for _ in 0..<17 { lines += script.lines(script.machine.streamed(comments, now: script.now)) }
        expect(lines, equals: [])
        for _ in 0..<2 { lines += script.lines(script.machine.streamed(comments, now: script.now)) }
        expect(lines, equals: ["close 3"])
    }

    @Test func aResourceThatGrowsWithoutEndStays() {
        var script = Script.described()
        let many = (0..<3_900).map { #""\#($0)":1"# }.joined(separator: ",")
        let more = (0..<200).map { #""x\#($0)":1"# }.joined(separator: ",")
        _ = script.streams("update", #"{"id":"l1","type":"light",\#(many)}"#)
        expect(script.machine.resources["l1"]?.value["3899"], equals: .number(1))
        expect(script.streams("update", #"{"id":"l1","type":"light","on":{"on":false},\#(more)}"#), equals: [])
        expect(script.machine.resources["l1"]?.value.at(["on", "on"]), equals: .bool(true))
    }

    @Test("What a connection reports after the machine has closed it is ignored")
    func formerConnectionsAreIgnored() {
        var script = Script.described()
        _ = script.fails(3)
        _ = script.passes(.seconds(1))
        _ = script.lines(script.machine.turnCame(now: script.now))
        func takes(_ round: Int) -> [String] {
            script.lines(
                script.machine.take(
                    HueEvent(lane: 3, round: round, .opened(status: 200)), now: script.now))
        }
        expect(takes(0), equals: [])
        expect(takes(1), equals: ["0: GET /clip/v2/resource"])
    }
}
