internal import Expectations
@testable internal import HearthESPHome
internal import HearthEntities
internal import Testing

struct CommandTests {
    @Test func switchesAndSirens() throws {
        var plug = try KnownEntities([ListEntitiesSwitchResponse(head: oneHead)])
        expect(plug, .set, [.on: .bool(true)], sends: SwitchCommandRequest(address: oneAddress, isOn: true))
        expect(plug, .toggle, sends: SwitchCommandRequest(address: oneAddress, isOn: true))
        _ = try plug.values(SwitchStateResponse(address: oneAddress, isOn: true))
        expect(plug, .toggle, sends: SwitchCommandRequest(address: oneAddress, isOn: false))
        expectRefusal(plug, .set, [.brightness: .number(1)])
        let siren = try KnownEntities([
            ListEntitiesSirenResponse(head: oneHead, tones: ["Low"], hasDuration: true, hasVolume: true)
        ])
        expect(
            siren, .set, [.on: .bool(true), .tone: .text("Low"), .volume: .number(2)], duration: .seconds(90),
            sends: SirenCommandRequest(address: oneAddress, isOn: true, tone: "Low", duration: 90, volume: 1))
        expectRefusal(siren, .set, [.tone: .text("High")])
        let button = try KnownEntities([ListEntitiesButtonResponse(head: oneHead)])
        expect(button, .press, sends: ButtonCommandRequest(address: oneAddress))
        expectRefusal(button, .set)
        expectRefusal(try KnownEntities([ListEntitiesSensorResponse(head: oneHead)]), .set, [.value: .number(1)])
    }

    @Test func fans() throws {
        let fan = try KnownEntities([
            ListEntitiesFanResponse(
                head: oneHead, oscillates: true, hasSpeed: true, hasDirection: true, speeds: 3, presets: ["Eco"])
        ])
        for (speed, level) in [(0.01, 1), (1.0 / 3, 1), (0.34, 2), (2.0 / 3, 2), (0.99, 3), (1, 3), (7, 3)] as [(Double, Int32)] {
            expect(fan, .set, [.speed: .number(speed)], sends: FanCommandRequest(address: oneAddress, level: level))
        }
        expect(fan, .set, [.speed: .number(0)], sends: FanCommandRequest(address: oneAddress, isOn: false))
        expect(
            fan, .set,
            [.on: .bool(true), .oscillating: .bool(true), .direction: .text("reverse"), .preset: .text("Eco")],
            sends: FanCommandRequest(address: oneAddress, isOn: true, isOscillating: true, direction: 1, preset: "Eco"))
        expectRefusal(fan, .set, [.preset: .text("Turbo")])
        expectRefusal(fan, .set, [.speed: .number(.nan)])
        let simple = try KnownEntities([ListEntitiesFanResponse(head: oneHead)])
        for (property, value) in [
            (.speed, .number(1)), (.oscillating, .bool(true)), (.direction, .text("forward")),
        ] as [(EntityProperty, EntityValue)] {
            expectRefusal(simple, .set, [property: value])
        }
    }

    @Test func openings() throws {
        var cover = try KnownEntities([
            ListEntitiesCoverResponse(head: oneHead, hasPosition: true, hasTilt: true, canStop: true)
        ])
        expect(
            cover, .set, [.position: .number(0.5), .tilt: .number(0)],
            sends: CoverCommandRequest(address: oneAddress, position: 0.5, tilt: 0))
        expect(cover, .open, sends: CoverCommandRequest(address: oneAddress, position: 1))
        expect(cover, .stop, sends: CoverCommandRequest(address: oneAddress, stops: true))
        expect(cover, .toggle, sends: CoverCommandRequest(address: oneAddress, position: 1))
        _ = try cover.values(CoverStateResponse(address: oneAddress, position: 0.5))
        expect(cover, .toggle, sends: CoverCommandRequest(address: oneAddress, position: 0))
        let simple = ListEntitiesCoverResponse(head: oneHead, canToggle: true)
        expectRefusal(try KnownEntities([simple]), .stop)
        expectRefusal(try KnownEntities([simple]), .set, [.tilt: .number(1)])
        expect(try KnownEntities([simple], minor: 7), .stop, sends: CoverCommandRequest(address: oneAddress, stops: true))
        expect(try KnownEntities([simple]), .toggle, sends: CoverCommandRequest(address: oneAddress, toggles: true))
        expect(
            try KnownEntities([simple]), .set, [.position: .number(0.6)],
            sends: CoverCommandRequest(address: oneAddress, position: 1))
        let valve = try KnownEntities([ListEntitiesValveResponse(head: oneHead, canStop: true)])
        expect(valve, .set, [.position: .number(0.2)], sends: ValveCommandRequest(address: oneAddress, position: 0))
        expect(valve, .stop, sends: ValveCommandRequest(address: oneAddress, stops: true))
        let lock = try KnownEntities([ListEntitiesLockResponse(head: oneHead)])
        expect(lock, .lock, code: "1234", sends: LockCommandRequest(address: oneAddress, command: 1, code: "1234"))
        expect(lock, .unlock, sends: LockCommandRequest(address: oneAddress, command: 0))
        expectRefusal(lock, .open)
        expect(
            try KnownEntities([ListEntitiesLockResponse(head: oneHead, canOpen: true)]), .open,
            sends: LockCommandRequest(address: oneAddress, command: 2))
    }

    @Test func settings() throws {
        let number = try KnownEntities([ListEntitiesNumberResponse(head: oneHead, minimum: 1, maximum: 5, step: 1)])
        expect(number, .set, [.value: .number(5)], sends: NumberCommandRequest(address: oneAddress, value: 5))
        expectRefusal(number, .set, [.value: .number(5.1)])
        expectRefusal(number)
        let choice = try KnownEntities([ListEntitiesSelectResponse(head: oneHead, options: ["a"])])
        expect(choice, .set, [.value: .text("a")], sends: SelectCommandRequest(address: oneAddress, value: "a"))
        expectRefusal(choice, .set, [.value: .text("b")])
        let text = try KnownEntities([ListEntitiesTextResponse(head: oneHead, minimumLength: 1, maximumLength: 3)])
        expect(text, .set, [.value: .text("abc")], sends: TextCommandRequest(address: oneAddress, value: "abc"))
        for wrong in ["", "abcd", "ää"] { expectRefusal(text, .set, [.value: .text(wrong)]) }
        let date = try KnownEntities([ListEntitiesDateResponse(head: oneHead)])
        expect(
            date, .set, [.value: .text("2028-02-29")],
            sends: DateCommandRequest(address: oneAddress, year: 2_028, month: 2, day: 29))
        let time = try KnownEntities([ListEntitiesTimeResponse(head: oneHead)])
        expect(
            time, .set, [.value: .text("23:59:58")],
            sends: TimeCommandRequest(address: oneAddress, hour: 23, minute: 59, second: 58))
        let both = try KnownEntities([ListEntitiesDateTimeResponse(head: oneHead)])
        expect(
            both, .set, [.value: .text("1970-01-02T01:00:00")],
            sends: DateTimeCommandRequest(address: oneAddress, epoch: 86_400))
        for wrong in ["", "2027-02-29", "24:00:00", "1:2:3", "+1-01-01", "1970-01-01T00:30:00", "2026-1-01", "９:00:00"] {
            for entities in [date, time, both] { expectRefusal(entities, .set, [.value: .text(wrong)]) }
        }
    }

    @Test func appliances() throws {
        let player = try KnownEntities([ListEntitiesMediaPlayerResponse(head: oneHead)])
        for (action, command) in [(.play, 0), (.pause, 1), (.stop, 2), (.toggle, 5)] as [(EntityCommand.Action, UInt32)] {
            expect(player, action, sends: MediaPlayerCommandRequest(address: oneAddress, command: command))
        }
        expect(
            player, .set, [.isMuted: .bool(false), .volume: .number(0.25)],
            sends: MediaPlayerCommandRequest(address: oneAddress, command: 4, volume: 0.25))
        expect(player, .set, [.on: .bool(false)], sends: MediaPlayerCommandRequest(address: oneAddress, command: 13))
        let alarm = try KnownEntities([ListEntitiesAlarmControlPanelResponse(head: oneHead, features: 1 | 2)])
        expect(
            alarm, .set, [.alarmState: .text("armed_away")], code: "1",
            sends: AlarmControlPanelCommandRequest(address: oneAddress, command: 1, code: "1"))
        expect(
            alarm, .set, [.alarmState: .text("armed_home")],
            sends: AlarmControlPanelCommandRequest(address: oneAddress, command: 2))
        expect(
            alarm, .set, [.alarmState: .text("disarmed")],
            sends: AlarmControlPanelCommandRequest(address: oneAddress, command: 0))
        expectRefusal(alarm, .set, [.alarmState: .text("armed_night")])
        expect(
            try KnownEntities([ListEntitiesUpdateResponse(head: oneHead)]), .install,
            sends: UpdateCommandRequest(address: oneAddress, command: 1))
    }

    @Test func unknownEntitiesAreNamed() throws {
        let entities = try KnownEntities([ListEntitiesSwitchResponse(head: oneHead)])
        for (key, device) in [("switch.two", "aabbcc001122"), ("switch.one", "aabbcc001122-1"), ("", "")] {
            let error = expect(throws: ESPHomeError.self) {
                try entities.catalog.request(for: EntityCommand(entity: key), to: device)
            }
            expect(error?.code, equals: .unknownEntity)
        }
    }
}
