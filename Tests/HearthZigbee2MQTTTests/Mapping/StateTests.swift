internal import Expectations
internal import HearthEntities
internal import HearthZigbee2MQTT
internal import Testing

@Suite struct StateTests {
    /// A model, an entity, a state, and what the state says of the entity.
    private static let table: [(String, String, String, [EntityProperty: EntityValue])] = [
        (
            Models.colorLight, "light:", #"{"state":"ON","brightness":127,"linkquality":9}"#,
            [.on: .bool(true), .brightness: .number(0.5)]
        ),
        (
            Models.colorLight, "light:",
            #"{"color_mode":"xy","color":{"x":0.3,"y":0.4,"hue":9},"color_temp":200}"#,
            [.x: .number(0.3), .y: .number(0.4)]
        ),
        (
            Models.colorLight, "light:", #"{"color_mode":"color_temp","color":{"x":0.3,"y":0.4},"color_temp":200}"#,
            [.colorTemperature: .number(200)]
        ),
        (Models.colorLight, "light:", #"{"color":null,"state":null}"#, [.on: .unknown, .x: .unknown, .y: .unknown]),
        (Models.colorLight, "light:", #"{"brightness":1e400}"#, [.brightness: .unknown]),
        (Models.colorLight, "light:", #"{"brightness":"bright"}"#, [.brightness: .unknown]),
        (Models.colorLight, "light:", #"{"other":1}"#, [:]),
        (
            Models.colorLight, "level_config.execute_if_off", #"{"level_config":{"execute_if_off":true}}"#,
            [.on: .bool(true)]
        ),
        (
            Models.colorLight, "update",
            #"{"update":{"state":"updating","progress":25,"installed_version":5,"latest_version":6}}"#,
            [
                .installedVersion: .text("5"), .latestVersion: .text("6"), .progress: .number(0.25),
                .isInProgress: .bool(true),
            ]
        ),
        (Models.twoSwitches, "switch:right", #"{"state_left":"ON","state_right":"OFF"}"#, [.on: .bool(false)]),
        (Models.twoSwitches, "power_left", #"{"power_left":12.5}"#, [.value: .number(12.5)]),
        (Models.contact, "contact", #"{"contact":true}"#, [.on: .bool(false)]),
        (Models.contact, "contact", #"{"contact":false}"#, [.on: .bool(true)]),
        (Models.contact, "contact", #"{"contact":"true"}"#, [.on: .unknown]),
        (
            Models.radiator, "climate:",
            #"{"occupied_heating_setpoint":21.5,"local_temperature":19,"system_mode":"emergency_heating","running_state":"heat"}"#,
            [
                .targetTemperature: .number(21.5), .currentTemperature: .number(19), .mode: .text("heat"),
                .action: .text("heating"),
            ]
        ),
        (Models.radiator, "child_lock", #"{"child_lock":"LOCK"}"#, [.on: .bool(true)]),
        (
            Models.blind, "cover:", #"{"state":"CLOSE","position":75,"tilt":0,"motor_state":"opening"}"#,
            [.position: .number(0.75), .tilt: .number(0), .action: .text("opening")]
        ),
        (Models.blind, "cover:", #"{"state":"OPEN"}"#, [:]),
        (
            Models.lock, "lock:", #"{"state":"LOCK","lock_state":"not_fully_locked"}"#,
            [.lockState: .text("unlocked")]
        ),
        (
            Models.lock, "lock:", #"{"state":"UNLOCK","lock_state":"not_fully_locked"}"#,
            [.lockState: .text("unlocked")]
        ),
        (Models.lock, "lock:", #"{"state":"LOCK","lock_state":null}"#, [.lockState: .text("locked")]),
        (
            Models.fan, "fan:", #"{"fan_state":"ON","fan_mode":"medium"}"#,
            [.on: .bool(true), .speed: .number(2.0 / 3), .preset: .unknown]
        ),
        (Models.fan, "fan:", #"{"fan_mode":"auto"}"#, [.speed: .unknown, .preset: .text("auto")]),
        (Models.siren, "gradient", ##"{"gradient":["#112233"]}"##, [.value: .text(##"["#112233"]"##)]),
    ]

    @Test(arguments: table.indices)
    func statesBecomeValues(_ index: Int) throws {
        let (model, entity, state, values) = Self.table[index]
        expect(try Models.map(model).values(entity, after: state), equals: values, "\(state)")
    }

    /// A property `action`, and the event of the switches with two buttons.
    private static let actions: [(String, [EntityReport.Event])] = [
        (#""single_left""#, [EntityReport.Event(entity: "action:left", type: "single")]),
        (#""hold_left""#, [EntityReport.Event(entity: "action:left", type: "hold")]),
        (#""shake""#, [EntityReport.Event(entity: "action", type: "shake")]),
        // Words that the model does not list.
        (#""triple_left""#, [EntityReport.Event(entity: "action:left", type: "triple")]),
        (#""recall_7""#, [EntityReport.Event(entity: "action", type: "recall_7")]),
        (#""single_middle""#, [EntityReport.Event(entity: "action", type: "single_middle")]),
        (#""""#, []), ("null", []), ("7", []), ("[]", []),
        ("\"" + String(repeating: "x", count: 65) + "\"", []),
    ]

    @Test(arguments: actions.indices)
    func actionsBecomeEvents(_ index: Int) throws {
        let (word, events) = Self.actions[index]
        expect(
            try Models.map(Models.twoSwitches).events(in: Models.json(#"{"action":\#(word)}"#)), equals: events,
            "\(word)")
    }
}
