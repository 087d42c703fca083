internal import Expectations
@testable internal import HearthESPHome
internal import HearthEntities
internal import Testing

/// A description, the kind that it becomes, and states with their values.
private struct Row {
    var listing: any ListingMessage
    var kind: EntityKind
    var states: [(any EntityMessage, [EntityProperty: EntityValue])] = []
    var isAssumed = false
}

struct EntityKindTests {
    private static let sensors: [Row] = [
        Row(
            listing: ListEntitiesSensorResponse(head: oneHead, unit: "°C", deviceClass: "temperature", stateClass: 1),
            kind: .sensor(deviceClass: "temperature", unit: "°C", stateClass: "measurement"),
            states: [
                (SensorStateResponse(address: oneAddress, value: 21.3), [.value: .number(21.3)]),
                (SensorStateResponse(address: oneAddress, isMissing: true), [.value: .unknown]),
                (SensorStateResponse(address: oneAddress, value: .nan), [.value: .unknown]),
                (SensorStateResponse(address: oneAddress, value: -.infinity), [.value: .unknown]),
            ]),
        Row(
            listing: ListEntitiesSensorResponse(head: oneHead, stateClass: 2),
            kind: .sensor(deviceClass: "", unit: "", stateClass: "total_increasing")),
        Row(
            listing: ListEntitiesBinarySensorResponse(head: oneHead, deviceClass: "door"),
            kind: .flag(deviceClass: "door"),
            states: [
                (BinarySensorStateResponse(address: oneAddress, isOn: true), [.on: .bool(true)]),
                (BinarySensorStateResponse(address: oneAddress, isMissing: true), [.on: .unknown]),
            ]),
        Row(
            listing: ListEntitiesBinarySensorResponse(head: oneHead, isStatus: true),
            kind: .flag(deviceClass: "connectivity")),
        Row(
            listing: ListEntitiesSensorResponse(head: oneHead, unit: "", deviceClass: "timestamp", stateClass: 0),
            kind: .moment(hasDate: true, hasTime: true, isSettable: false),
            states: [
                (SensorStateResponse(address: oneAddress, value: 86_400), [.value: .text("1970-01-02T01:00:00")]),
                (SensorStateResponse(address: oneAddress, value: 1e30), [.value: .unknown]),
                (SensorStateResponse(address: oneAddress, value: .nan), [.value: .unknown]),
                (SensorStateResponse(address: oneAddress, isMissing: true), [.value: .unknown]),
            ]),
        Row(
            listing: ListEntitiesTextSensorResponse(head: oneHead, deviceClass: "timestamp"),
            kind: .moment(hasDate: true, hasTime: true, isSettable: false),
            states: [
                (
                    TextSensorStateResponse(address: oneAddress, value: "2026-11-29T07:30:00Z"),
                    [.value: .text("2026-11-29T08:30:00")]
                ),
                (TextSensorStateResponse(address: oneAddress, value: "never"), [.value: .unknown]),
                (TextSensorStateResponse(address: oneAddress, isMissing: true), [.value: .unknown]),
            ]),
        Row(
            listing: ListEntitiesTextSensorResponse(head: oneHead, deviceClass: "date"),
            kind: .moment(hasDate: true, hasTime: false, isSettable: false),
            states: [
                (TextSensorStateResponse(address: oneAddress, value: "2026-11-29"), [.value: .text("2026-11-29")]),
                (TextSensorStateResponse(address: oneAddress, value: "2026-02-30"), [.value: .unknown]),
            ]),
        Row(
            listing: ListEntitiesTextSensorResponse(head: oneHead),
            kind: .text(minimumLength: 0, maximumLength: 4_096, isSecret: false, isSettable: false),
            states: [
                (TextSensorStateResponse(address: oneAddress, value: "a"), [.value: .text("a")]),
                (TextSensorStateResponse(address: oneAddress, isMissing: true), [.value: .unknown]),
                (
                    TextSensorStateResponse(address: oneAddress, value: String(repeating: "ä", count: 3_000)),
                    [.value: .text(String(repeating: "ä", count: 2_048))]
                ),
            ]),
    ]

    private static let switches: [Row] = [
        Row(
            listing: ListEntitiesSwitchResponse(head: oneHead, isAssumed: true, deviceClass: "outlet"),
            kind: .toggle(deviceClass: "outlet"),
            states: [
                (SwitchStateResponse(address: oneAddress, isOn: true), [.on: .bool(true)]),
                (SwitchStateResponse(address: oneAddress, isMissing: true), [.on: .unknown]),
            ], isAssumed: true),
        Row(
            listing: ListEntitiesSirenResponse(
                head: oneHead, tones: ["Low", "High"], hasDuration: true, hasVolume: true),
            kind: .siren(tones: ["Low", "High"], hasVolume: true, hasDuration: true),
            states: [(SirenStateResponse(address: oneAddress), [.on: .bool(false)])]),
        Row(
            listing: ListEntitiesButtonResponse(head: oneHead, deviceClass: "restart"),
            kind: .press(deviceClass: "restart")),
        Row(
            listing: ListEntitiesFanResponse(
                head: oneHead, oscillates: true, hasSpeed: true, hasDirection: true, speeds: 4, presets: ["Eco"]),
            kind: .fan(EntityKind.Fan(speeds: 4, oscillates: true, hasDirection: true, presets: ["Eco"])),
            states: [
                (
                    FanStateResponse(address: oneAddress, isOn: true, direction: 1, level: 3, preset: "Eco"),
                    [
                        .on: .bool(true), .speed: .number(0.75), .oscillating: .bool(false),
                        .direction: .text("reverse"), .preset: .text("Eco"),
                    ]
                ),
                (
                    FanStateResponse(address: oneAddress, isOscillating: true, direction: 9, level: -4),
                    [
                        .on: .bool(false), .speed: .number(0), .oscillating: .bool(true), .direction: .unknown,
                        .preset: .unknown,
                    ]
                ),
            ]),
    ]

    private static let openings: [Row] = [
        Row(
            listing: ListEntitiesCoverResponse(
                head: oneHead, hasPosition: true, hasTilt: true, deviceClass: "blind", canStop: true),
            kind: .cover(EntityKind.Cover(deviceClass: "blind", hasPosition: true, hasTilt: true, canStop: true)),
            states: [
                (
                    CoverStateResponse(address: oneAddress, position: 0.25, tilt: 1, operation: 2),
                    [.position: .number(0.25), .tilt: .number(1), .action: .text("closing")]
                ),
                (
                    CoverStateResponse(address: oneAddress, position: 7, tilt: .nan, operation: 8),
                    [.position: .number(1), .tilt: .unknown, .action: .unknown]
                ),
            ]),
        Row(
            listing: ListEntitiesCoverResponse(head: oneHead, isAssumed: true),
            kind: .cover(EntityKind.Cover(hasPosition: false, canStop: false)),
            states: [
                (
                    CoverStateResponse(address: oneAddress, position: 1),
                    [.action: .text("idle")]
                )
            ], isAssumed: true),
        Row(
            listing: ListEntitiesValveResponse(head: oneHead, deviceClass: "water", hasPosition: true),
            kind: .valve(hasPosition: true, canStop: false, deviceClass: "water"),
            states: [
                (
                    ValveStateResponse(address: oneAddress, position: 0.5, operation: 1),
                    [.position: .number(0.5), .action: .text("opening")]
                )
            ]),
        Row(
            listing: ListEntitiesLockResponse(head: oneHead, canOpen: true, needsCode: true, codeFormat: "^\\d{4}$"),
            kind: .lock(canOpen: true, codeFormat: "^\\d{4}$"),
            states: zip(0..., ["", "locked", "unlocked", "jammed", "locking", "unlocking", "opening", "open", ""]).map {
                (
                    LockStateResponse(address: oneAddress, state: $0),
                    [.lockState: $1.isEmpty ? .unknown : .text($1)]
                )
            }),
    ]

    private static let settings: [Row] = [
        Row(
            listing: ListEntitiesNumberResponse(
                head: oneHead, minimum: -5, maximum: 5.5, step: 0.1, unit: "V", deviceClass: "voltage"),
            kind: .number(minimum: -5, maximum: 5.5, step: 0.1, unit: "V", deviceClass: "voltage"),
            states: [(NumberStateResponse(address: oneAddress, value: 0.1), [.value: .number(0.1)])]),
        Row(
            listing: ListEntitiesNumberResponse(head: oneHead, minimum: 0, maximum: 9, step: 1, mode: 2),
            kind: .number(minimum: 0, maximum: 9, step: 1, unit: "", deviceClass: "", mode: .slider)),
        // Neither a range nor a step.
        Row(
            listing: ListEntitiesNumberResponse(head: oneHead, minimum: 5, maximum: -5, step: 0),
            kind: .number(minimum: 0, maximum: 100, step: 0.01, unit: "", deviceClass: "")),
        Row(
            listing: ListEntitiesNumberResponse(head: oneHead, minimum: .nan, maximum: .infinity, step: .nan),
            kind: .number(minimum: 0, maximum: 100, step: 0.01, unit: "", deviceClass: "")),
        Row(
            listing: ListEntitiesSelectResponse(head: oneHead, options: ["a", "a", "", "b"]),
            kind: .choice(options: ["a", "b"], isSettable: true),
            states: [
                (SelectStateResponse(address: oneAddress, value: "b"), [.value: .text("b")]),
                (SelectStateResponse(address: oneAddress), [.value: .unknown]),
            ]),
        Row(listing: ListEntitiesSelectResponse(head: oneHead), kind: .choice(options: [], isSettable: true)),
        Row(
            listing: ListEntitiesTextResponse(head: oneHead, minimumLength: 9, maximumLength: 4, mode: 1),
            kind: .text(minimumLength: 4, maximumLength: 4, isSecret: true, isSettable: true),
            states: [(TextStateResponse(address: oneAddress), [.value: .text("")])]),
        Row(
            listing: ListEntitiesDateResponse(head: oneHead), kind: .moment(hasDate: true, hasTime: false),
            states: [
                (DateStateResponse(address: oneAddress, year: 2_026, month: 2, day: 9), [.value: .text("2026-02-09")]),
                (DateStateResponse(address: oneAddress, year: 2_026, month: 2, day: 30), [.value: .unknown]),
                (DateStateResponse(address: oneAddress, year: .max, month: .max, day: .max), [.value: .unknown]),
            ]),
        Row(
            listing: ListEntitiesTimeResponse(head: oneHead), kind: .moment(hasDate: false, hasTime: true),
            states: [
                (TimeStateResponse(address: oneAddress, hour: 7, minute: 30), [.value: .text("07:30:00")]),
                (TimeStateResponse(address: oneAddress, hour: 24), [.value: .unknown]),
            ]),
        // The home is an hour east of Greenwich.
        Row(
            listing: ListEntitiesDateTimeResponse(head: oneHead), kind: .moment(hasDate: true, hasTime: true),
            states: [
                (DateTimeStateResponse(address: oneAddress), [.value: .text("1970-01-01T01:00:00")]),
                (DateTimeStateResponse(address: oneAddress, epoch: .max), [.value: .text("2106-02-07T07:28:15")]),
                (DateTimeStateResponse(address: oneAddress, isMissing: true), [.value: .unknown]),
            ]),
    ]

    private static let appliances: [Row] = [
        Row(
            listing: ListEntitiesMediaPlayerResponse(head: oneHead, features: 1 | 4 | 16_384 | 512),
            kind: .mediaPlayer(features: ["pause", "volume_set", "play"]),
            states: [
                (
                    MediaPlayerStateResponse(address: oneAddress, state: 4, volume: 0.5, isMuted: true),
                    [.activity: .text("playing"), .on: .bool(true), .volume: .number(0.5), .isMuted: .bool(true)]
                ),
                (
                    MediaPlayerStateResponse(address: oneAddress, state: 0, volume: .nan),
                    [.activity: .unknown, .on: .unknown, .volume: .unknown, .isMuted: .bool(false)]
                ),
            ]),
        Row(
            listing: ListEntitiesAlarmControlPanelResponse(head: oneHead, features: 1 | 2 | 8, needsCode: true),
            kind: .alarmPanel(
                modes: ["armed_home", "armed_away", "triggered"], needsCode: true, needsCodeToArm: false),
            states: [
                (AlarmControlPanelStateResponse(address: oneAddress), [.alarmState: .text("disarmed")]),
                (AlarmControlPanelStateResponse(address: oneAddress, state: 9), [.alarmState: .text("triggered")]),
                (AlarmControlPanelStateResponse(address: oneAddress, state: 10), [.alarmState: .unknown]),
            ]),
        Row(
            listing: ListEntitiesUpdateResponse(head: oneHead), kind: .update(canInstall: true),
            states: [
                (
                    UpdateStateResponse(
                        address: oneAddress, isInProgress: true, hasProgress: true, progress: 50, currentVersion: "1",
                        latestVersion: "2"),
                    [
                        .installedVersion: .text("1"), .latestVersion: .text("2"), .isInProgress: .bool(true),
                        .progress: .number(0.5),
                    ]
                ),
                (
                    UpdateStateResponse(address: oneAddress, isMissing: true),
                    [
                        .installedVersion: .unknown, .latestVersion: .unknown, .isInProgress: .unknown,
                        .progress: .unknown,
                    ]
                ),
            ]),
        Row(
            listing: ListEntitiesEventResponse(head: oneHead, deviceClass: "doorbell", types: ["single", "double"]),
            kind: .event(types: ["single", "double"], deviceClass: "doorbell")),
    ]

    @Test func entitiesAndStatesAreThoseOfTheTables() throws {
        for row in Self.sensors + Self.switches + Self.openings + Self.settings + Self.appliances {
            var entities = try KnownEntities([row.listing])
            let entity = try require(entities.devices.first?.entities.first)
            let word = entity.key.split(separator: ".")[0]
            expect(
                entity,
                equals: Entity(key: "\(word).one", name: "One", isAssumed: row.isAssumed, kind: row.kind))
            for (state, values) in row.states {
                expect(try entities.firstValues(state), equals: values, "\(state)")
            }
        }
    }

    @Test func keysNameTheKind() throws {
        let words = try EntityKinds.all.map { kind in
            let listing = try kind.make(reading: [], EntityContext())
            return type(of: listing).word
        }
        expect(Set(words).count, equals: EntityKinds.all.count)
        expect(EntityKinds.byListing.count, equals: 23)
        expect(EntityKinds.deviceFields.count, equals: 22)
    }

    @Test func eventsAreReportedEachTime() throws {
        var entities = try KnownEntities([ListEntitiesEventResponse(head: oneHead, types: ["single"])])
        for _ in 0..<2 {
            var reports: [EntityReport] = []
            let event = EventResponse(address: oneAddress, type: "single")
            try entities.catalog.take(EventResponse.id, event.encoded, into: &reports)
            expect(
                reports,
                equals: [EntityReport(deviceID: "aabbcc001122", events: [.init(entity: "event.one", type: "single")])])
        }
        var reports: [EntityReport] = []
        let other = EventResponse(address: oneAddress, type: "other")
        try entities.catalog.take(EventResponse.id, other.encoded, into: &reports)
        expect(reports, equals: [])
    }
}
