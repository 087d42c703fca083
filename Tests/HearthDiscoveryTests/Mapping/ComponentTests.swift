internal import Expectations
internal import HearthDiscovery
internal import HearthEntities
internal import HearthMQTT
internal import Testing

/// What each kind of announced entity becomes, and what it reads and sends.
@Suite struct ComponentTests {
    /// A row of the table: options, the kind, messages with what they say, and commands with what they send.
    struct Row: Sendable, CustomTestStringConvertible {
        var component: String
        var options: String
        var kind: EntityKind
        var isAssumed = false
        /// `topic payload → values`.
        var says: [(String, String)] = []
        var sends: [(EntityCommand.Action, [EntityProperty: EntityValue], [String])] = []

        var testDescription: String { "\(component) \(options.prefix(40))" }
    }

    static let switches: [Row] = [
        Row(
            component: "switch", options: #"{"stat_t": "s", "cmd_t": "c", "dev_cla": "outlet"}"#,
            kind: .toggle(deviceClass: "outlet"),
            says: [("s ON", "on=true"), ("s OFF", "on=false"), ("s on", ""), ("s None", "on=?")],
            sends: [
                (.set, [.on: .bool(true)], ["c ON"]), (.set, [.on: .bool(false)], ["c OFF"]), (.toggle, [:], ["c ON"]),
            ]),
        Row(
            component: "switch",
            options:
                #"""
                {"stat_t": "s", "cmd_t": "c", "pl_on": "{\"d\":1}", "pl_off": "{\"d\":0}", "stat_on": true,
                "stat_off": false, "val_tpl": "{{ value_json.d }}"}
                """#,
            kind: .toggle(deviceClass: ""), says: [(#"s {"d": true}"#, "on=true"), (#"s {"d": false}"#, "on=false")],
            sends: [(.set, [.on: .bool(true)], [#"c {"d":1}"#])]),
        Row(
            component: "switch", options: #"{"cmd_t": "c", "pl_on": 1, "pl_off": 0}"#, kind: .toggle(deviceClass: ""),
            isAssumed: true, sends: [(.set, [.on: .bool(true)], ["c 1"]), (.set, [.on: .bool(false)], ["c 0"])]),
        // The broker does not send the hub's command back, so it is no confirmation.
        Row(
            component: "switch", options: #"{"stat_t": "c", "cmd_t": "c", "ret": true}"#,
            kind: .toggle(deviceClass: ""),
            isAssumed: true, says: [("c ON", "on=true")], sends: [(.set, [.on: .bool(true)], ["c ON"])]),
        Row(
            component: "button", options: #"{"cmd_t": "c", "dev_cla": "restart"}"#,
            kind: .press(deviceClass: "restart"),
            sends: [(.press, [:], ["c PRESS"])]),
        Row(
            component: "scene", options: #"{"cmd_t": "c", "pl_on": "go"}"#, kind: .press(deviceClass: ""),
            sends: [(.press, [:], ["c go"])]),
        Row(
            component: "siren",
            options: #"{"stat_t": "s", "cmd_t": "c", "av_tones": ["fire", "door"], "sup_dur": false}"#,
            kind: .siren(tones: ["fire", "door"], hasVolume: true, hasDuration: false),
            says: [
                ("s ON", "on=true"),
                (#"s {"state": "OFF", "tone": "fire", "volume_level": 0.5}"#, "on=false tone=fire volume=0.5"),
            ],
            sends: [
                (.set, [.on: .bool(true), .tone: .text("fire")], [#"c {"state":"ON","tone":"fire"}"#]),
                (.set, [.on: .bool(false)], [#"c {"state":"OFF"}"#]),
            ]),
        Row(
            component: "siren",
            options:
                #"""
                {"cmd_t": "c", "cmd_tpl": "{{ value }}:{{ tone | default('all') }}", "cmd_off_tpl": "quiet",
                "av_tones": ["a"]}
                """#,
            kind: .siren(tones: ["a"], hasVolume: true, hasDuration: true), isAssumed: true,
            sends: [(.set, [.on: .bool(true)], ["c ON:all"]), (.set, [.on: .bool(false)], ["c quiet"])]),
    ]

    static let sensors: [Row] = [
        Row(
            component: "sensor",
            options:
                #"{"stat_t": "s", "dev_cla": "temperature", "unit_of_meas": "C", "val_tpl": "{{ value_json.t }}"}"#,
            kind: .sensor(deviceClass: "temperature", unit: "°C", stateClass: ""),
            says: [
                (#"s {"t": 21.5}"#, "value=21.5"), (#"s {"t": null}"#, "value=?"), (#"s {}"#, ""), ("s x", ""),
                (#"s {"t": "nan"}"#, "value=?"), (#"s {"t": "unknown"}"#, "value=?"),
            ]),
        Row(
            component: "sensor", options: #"{"stat_t": "s"}"#,
            kind: .text(minimumLength: 0, maximumLength: 1_024, isSecret: false, isSettable: false),
            says: [("s hello", "value=hello"), ("s 5", "value=5")]),
        Row(
            component: "sensor", options: #"{"stat_t": "s", "dev_cla": "enum", "ops": ["a", "b"]}"#,
            kind: .choice(options: ["a", "b"], isSettable: false), says: [("s b", "value=b")]),
        Row(
            component: "sensor", options: #"{"stat_t": "s", "dev_cla": "timestamp", "val_tpl": "{{ value_json.at }}"}"#,
            kind: .moment(hasDate: true, hasTime: true, isSettable: false),
            says: [
                (#"s {"at": "2026-11-29T07:30:00+01:00"}"#, "value=2026-11-29T06:30:00"),
                (#"s {"at": "soon"}"#, "value=?"), (#"s {"at": null}"#, "value=?"), (#"s {"at": ""}"#, ""),
            ]),
        Row(
            component: "sensor", options: #"{"stat_t": "s", "dev_cla": "date"}"#,
            kind: .moment(hasDate: true, hasTime: false, isSettable: false),
            says: [("s 2026-11-29", "value=2026-11-29"), ("s x", "value=?"), ("s None", "value=?")]),
        Row(
            component: "sensor",
            options: #"{"stat_t": "s", "dev_cla": "enum", "name": "Air quality", "ops": ["good", "poor", "unknown"]}"#,
            kind: .sensor(deviceClass: "air_quality", unit: "", stateClass: ""), says: [("s poor", "value=poor")]),
        Row(
            component: "sensor",
            options: #"{"stat_t": "s", "dev_cla": "enum", "name": "Link", "ops": ["good", "poor"]}"#,
            kind: .choice(options: ["good", "poor"], isSettable: false)),
        Row(
            component: "binary_sensor",
            options:
                #"{"stat_t": "s", "dev_cla": "door", "pl_on": false, "pl_off": true, "val_tpl": "{{ value_json.c }}"}"#,
            kind: .flag(deviceClass: "door"), says: [(#"s {"c": false}"#, "on=true"), (#"s {"c": true}"#, "on=false")]),
        Row(
            component: "device_tracker", options: #"{"stat_t": "s"}"#, kind: .flag(deviceClass: "home"),
            says: [("s home", "on=true"), ("s not_home", "on=false"), ("s Work", "on=false"), ("s None", "on=?")]),
        Row(
            component: "update", options: #"{"stat_t": "s", "cmd_t": "c", "pl_inst": "go"}"#,
            kind: .update(canInstall: true),
            says: [
                ("s 1.0", "installedVersion=1.0"),
                (
                    #"s {"installed_version": "1", "latest_version": "2", "update_percentage": 30}"#,
                    "isInProgress=true progress=0.3 installedVersion=1 latestVersion=2"
                ),
            ], sends: [(.install, [:], ["c go"])]),
    ]

    static let inputs: [Row] = [
        Row(
            component: "number",
            options:
                #"{"stat_t": "s", "cmd_t": "c", "min": "0", "max": 50, "step": 0.5, "mode": "slider", "unit_of_meas": "%"}"#,
            kind: .number(minimum: 0, maximum: 50, step: 0.5, unit: "%", deviceClass: "", mode: .slider),
            says: [("s 4.5", "value=4.5")],
            sends: [(.set, [.value: .number(4)], ["c 4"]), (.set, [.value: .number(4.5)], ["c 4.5"])]),
        Row(
            component: "select", options: #"{"cmd_t": "c", "ops": ["a", "b"], "cmd_tpl": "{\"m\":\"{{ value }}\"}"}"#,
            kind: .choice(options: ["a", "b"], isSettable: true), isAssumed: true,
            sends: [(.set, [.value: .text("b")], [#"c {"m":"b"}"#])]),
        Row(
            component: "text", options: #"{"stat_t": "s", "cmd_t": "c", "mode": "password", "max": 8}"#,
            kind: .text(minimumLength: 0, maximumLength: 8, isSecret: true, isSettable: true),
            sends: [(.set, [.value: .text("x")], ["c x"])]),
        Row(
            component: "notify", options: #"{"cmd_t": "c"}"#,
            kind: .text(minimumLength: 0, maximumLength: 1_024, isSecret: false, isSettable: true), isAssumed: true,
            sends: [(.set, [.value: .text("hi")], ["c hi"])]),
        Row(
            component: "datetime", options: #"{"stat_t": "s", "cmd_t": "c"}"#,
            kind: .moment(hasDate: true, hasTime: true),
            says: [("s 2026-11-29 07:30:00+01:00", "value=2026-11-29T07:30:00"), ("s soon", "value=?")],
            sends: [(.set, [.value: .text("2026-11-29T07:30:00")], ["c 2026-11-29T07:30:00"])]),
    ]

    static let openings: [Row] = [
        Row(
            component: "cover", options: #"{"stat_t": "s", "cmd_t": "c", "dev_cla": "garage", "pl_stop": null}"#,
            kind: .cover(.init(deviceClass: "garage", hasPosition: false, canStop: false)),
            says: [
                ("s open", "position=1.0 action=idle"), ("s closing", "action=closing"), ("s stopped", "action=idle"),
            ],
            sends: [
                (.set, [.position: .number(1)], ["c OPEN"]), (.set, [.position: .number(0)], ["c CLOSE"]),
            ]),
        Row(
            component: "cover",
            options:
                #"""
                {"stat_t": "s", "cmd_t": "c", "pos_t": "p", "set_pos_t": "sp", "pos_open": 0, "pos_clsd": 200,
                "set_pos_tpl": "{\"p\":{{ position }}}", "tilt_cmd_t": "t", "tilt_status_t": "ts"}
                """#,
            kind: .cover(.init(hasPosition: true, hasTilt: true)),
            says: [("s open", "action=idle"), ("p 50", "position=0.75"), ("ts 40", "tilt=0.4")],
            sends: [
                (.set, [.position: .number(0.25)], [#"sp {"p":150}"#]), (.set, [.position: .number(1)], ["c OPEN"]),
                (.stop, [:], ["c STOP"]), (.set, [.tilt: .number(0.3)], ["t 30"]),
            ]),
        Row(
            component: "valve", options: #"{"stat_t": "s", "cmd_t": "c", "pos": true, "dev_cla": "water"}"#,
            kind: .valve(hasPosition: true, canStop: false, deviceClass: "water"),
            says: [
                ("s 40", "position=0.4 action=idle"),
                (#"s {"state": "opening", "position": 10}"#, "position=0.1 action=opening"),
            ],
            sends: [(.set, [.position: .number(0.5)], ["c 50"])]),
        Row(
            component: "valve", options: #"{"stat_t": "s", "cmd_t": "c", "pl_stop": "STOP"}"#,
            kind: .valve(hasPosition: false, canStop: true, deviceClass: ""),
            says: [("s closed", "position=0.0 action=idle")],
            sends: [(.set, [.position: .number(1)], ["c OPEN"]), (.stop, [:], ["c STOP"])]),
        Row(
            component: "lock", options: #"{"stat_t": "s", "cmd_t": "c", "stat_locked": "zu", "pl_open": "OPEN"}"#,
            kind: .lock(canOpen: true, codeFormat: nil),
            says: [("s zu", "lockState=locked"), ("s JAMMED", "lockState=jammed"), ("s ?", "")],
            sends: [(.lock, [:], ["c LOCK"]), (.unlock, [:], ["c UNLOCK"]), (.open, [:], ["c OPEN"])]),
        Row(
            component: "alarm_control_panel",
            options:
                #"""
                {"stat_t": "s", "cmd_t": "c", "sup_feat": ["arm_home", "arm_away"], "code": "REMOTE_CODE",
                "cod_arm_req": false}
                """#,
            kind: .alarmPanel(modes: ["armed_home", "armed_away"], needsCode: true, needsCodeToArm: false),
            says: [("s armed_away", "alarmState=armed_away"), ("s None", "alarmState=?"), ("s x", "")],
            sends: [
                (.set, [.alarmState: .text("armed_home")], ["c ARM_HOME"]),
                (.set, [.alarmState: .text("disarmed")], ["c DISARM"]),
            ]),
    ]

    @Test(arguments: [
        (#""code": "REMOTE_CODE""#, false), (#""code": "REMOTE_CODE_TEXT""#, true), (#""code": "0815""#, false),
        (#""code": 815"#, false), (#""code": "sesame""#, true),
    ])
    func aPanelsCodeIsDigitsOrText(_ code: String, _ hasTextCode: Bool) throws {
        let map = try Sample("alarm_control_panel", "{\"cmd_t\": \"c\", \"sup_feat\": [\"arm_away\"], \(code)}").map
        expect(
            map.entity.kind,
            equals: .alarmPanel(
                modes: ["armed_away"], needsCode: true, needsCodeToArm: true, hasTextCode: hasTextCode))
    }

    @Test func codesAreSentAndNeverKeptByTheBroker() throws {
        let template = #"{\"action\": \"{{ action }}\", \"code\": \"{{ code }}\"}"#
        let panel = try Sample(
            "alarm_control_panel",
            #"{"stat_t": "s", "cmd_t": "c", "ret": true, "code": "REMOTE_CODE", "cmd_tpl": "\#(template)"}"#)
        let disarm: [EntityProperty: EntityValue] = [.alarmState: .text("disarmed")]
        expect(try panel.sent(.set, disarm, code: "1234"), equals: [#"c {"action": "DISARM", "code": "1234"}"#])
        let lock = try Sample(
            "lock", #"{"cmd_t": "l", "ret": true, "cod_form": "^\\d+$", "cmd_tpl": "{{ value }} {{ code }}"}"#)
        expect(try lock.sent(.unlock, code: "99"), equals: ["l UNLOCK 99"])
        for (sample, command) in [
            (panel, EntityCommand(entity: panel.map.entity.key, values: disarm, code: "1234")),
            (lock, EntityCommand(entity: lock.map.entity.key, action: .lock, code: "99")),
        ] {
            var plain = command
            plain.code = nil
            expect(try sample.map.messages(command, known: [:]).map(\.isRetained), equals: [false])
            expect(try sample.map.messages(plain, known: [:]).map(\.isRetained), equals: [true])
        }
    }

    static let appliances: [Row] = [
        Row(
            component: "fan",
            options:
                #"""
                {"stat_t": "s", "cmd_t": "c", "pct_stat_t": "p", "pct_cmd_t": "pc", "spd_rng_min": 1,
                "spd_rng_max": 4, "pr_modes": ["eco"], "pr_mode_cmd_t": "m", "osc_cmd_t": "o", "dir_cmd_t": "d"}
                """#,
            kind: .fan(.init(speeds: 4, oscillates: true, hasDirection: true, presets: ["eco"])),
            says: [("s ON", "on=true"), ("p 3", "speed=0.75"), ("p None", "speed=?")],
            sends: [
                (.set, [.on: .bool(true), .speed: .number(0.5)], ["c ON", "pc 2"]),
                (.set, [.oscillating: .bool(true)], ["o oscillate_on"]),
                (.set, [.direction: .text("reverse")], ["d reverse"]), (.set, [.preset: .text("eco")], ["m eco"]),
            ]),
        Row(
            component: "humidifier",
            options:
                #"""
                {"stat_t": "s", "cmd_t": "c", "hum_cmd_t": "h", "hum_stat_t": "hs", "dev_cla": "dehumidifier",
                "max_hum": 80}
                """#,
            kind: .humidifier(dries: true, minimum: 0, maximum: 80, modes: []),
            says: [("hs 45", "targetHumidity=45.0")],
            sends: [(.set, [.targetHumidity: .number(50)], ["h 50"])]),
        Row(
            component: "vacuum",
            options:
                #"""
                {"stat_t": "s", "cmd_t": "c", "sup_feat": ["start", "pause", "return_home", "locate"],
                "fanspd_lst": ["min"], "set_fan_spd_t": "f"}
                """#,
            kind: .vacuum(features: ["start", "pause", "locate", "return_home"], fanSpeeds: ["min"]),
            says: [(#"s {"state": "docked", "fan_speed": "min"}"#, "fanMode=min activity=docked")],
            sends: [
                (.start, [:], ["c start"]), (.returnToBase, [:], ["c return_to_base"]),
                (.set, [.fanMode: .text("min")], ["f min"]),
            ]),
        Row(
            component: "climate",
            options:
                #"""
                {"mode_cmd_t": "m", "mode_stat_t": "ms", "modes": ["off", "heat"], "temp_cmd_t": "t",
                "temp_stat_t": "ts", "curr_temp_t": "ct", "temp_unit": "F", "min_temp": 50, "max_temp": "86",
                "act_t": "a", "pr_modes": ["eco"], "pr_mode_cmd_t": "p"}
                """#,
            kind: .climate(
                .init(
                    modes: ["off", "heat"], minimum: 10, maximum: 30, step: 1, hasAction: true, presets: ["eco"])),
            says: [
                ("ms heat", "mode=heat"), ("ts 68", "targetTemperature=20.0"), ("ct 32", "currentTemperature=0.0"),
                ("a heating", "action=heating"), ("a x", ""),
            ],
            sends: [
                (.set, [.mode: .text("heat"), .targetTemperature: .number(21)], ["m heat", "t 69.8"]),
                (.set, [.preset: .text("none")], ["p none"]),
            ]),
        Row(
            component: "climate", options: #"{"mode_cmd_t": "m", "modes": ["heat"], "pow_cmd_t": "p", "pl_off": "0"}"#,
            kind: .climate(.init(modes: ["heat", "off"], step: 1, hasCurrentTemperature: false)), isAssumed: true,
            sends: [
                (.set, [.mode: .text("off")], ["p 0"]), (.set, [.mode: .text("heat")], ["p ON", "m heat"]),
            ]),
        // Without topics for modes it has none to choose from.
        Row(
            component: "climate", options: #"{"temp_cmd_t": "t", "temp_stat_t": "ts"}"#,
            kind: .climate(.init(modes: [], step: 1, hasCurrentTemperature: false)),
            says: [("ts 20", "targetTemperature=20.0")]),
        Row(
            component: "water_heater", options: #"{"mode_cmd_t": "m", "temp_cmd_t": "t", "modes": ["off", "eco"]}"#,
            kind: .waterHeater(
                .init(modes: ["off", "eco"], minimum: 43.33, maximum: 60, step: 1, hasCurrentTemperature: false)),
            isAssumed: true, sends: [(.set, [.targetTemperature: .number(50)], ["t 50"])]),
    ]

    static let events: [Row] = [
        Row(
            component: "event", options: #"{"stat_t": "s", "evt_typ": ["press", "hold"], "dev_cla": "doorbell"}"#,
            kind: .event(types: ["press", "hold"], deviceClass: "doorbell"),
            says: [(#"s {"event_type": "press"}"#, "!press"), (#"s {"event_type": "x"}"#, ""), ("s press", "")]),
        Row(
            component: "device_automation",
            options: #"{"atype": "trigger", "t": "s", "pl": "1", "type": "button_short_press", "stype": "button_1"}"#,
            kind: .event(types: ["button_short_press"], deviceClass: "button"),
            says: [("s 1", "!button_short_press"), ("s 2", "")]),
        Row(
            component: "tag", options: #"{"t": "s", "val_tpl": "{{ value_json.PN532.UID }}"}"#,
            kind: .event(types: [], deviceClass: ""),
            says: [
                (#"s {"PN532": {"UID": "E9F35959"}}"#, "!E9F35959"), (#"s {"PN532": {"UID": " "}}"#, ""), ("s {}", ""),
                (#"s {"PN532": {"UID": "\#(String(repeating: "A", count: 65))"}}"#, ""),
            ]),
        Row(
            component: "tag", options: #"{"t": "s"}"#, kind: .event(types: [], deviceClass: ""),
            says: [("s E9F35959 ", "!E9F35959")]),
    ]

    @Test(arguments: switches + sensors + inputs + openings + appliances + events)
    func aComponentIsMapped(_ row: Row) throws {
        let map = try Sample(row.component, row.options).map
        expect(map.entity.kind, equals: row.kind)
        expect(map.entity.isAssumed, equals: row.isAssumed)
        for (message, expected) in row.says {
            var script = Script.with(row.component, row.options)
            let parts = message.split(separator: " ", maxSplits: 1).map(String.init)
            let key = "report entity:\(row.component):thing \(map.entity.key)"
            let lines = script.says(parts[0], parts[1]).filter { $0.hasPrefix("report") }
            let wanted = expected.isEmpty ? [] : [expected.hasPrefix("!") ? key + expected : "\(key) \(expected)"]
            expect(lines, equals: wanted, "\(message)")
        }
        let sample = try Sample(row.component, row.options)
        for (action, values, expected) in row.sends {
            expect(try sample.sent(action, values), equals: expected, "\(action) \(values)")
        }
    }

    @Test(arguments: [
        ("camera", #"{"topic": "a"}"#, "pictures of cameras are not supported"),
        ("hologram", "{}", "\"hologram\" is an unknown kind"),
        ("sensor", "{}", "it has no state_topic"),
        ("sensor", ##"{"stat_t": "#"}"##, "state_topic is \"#\", which asks for the whole broker"),
        ("switch", #"{"cmd_t": "a/+"}"#, "command_topic is \"a/+\", which is no topic to publish to"),
        ("number", #"{"cmd_t": "a", "min": 5, "max": 1}"#, "its min 5.0 is above its max 1.0"),
        ("select", #"{"cmd_t": "a", "ops": []}"#, "it has no options"),
        ("light", #"{"cmd_t": "a", "schema": "odd"}"#, "its schema \"odd\" is unknown"),
        ("light", #"{"cmd_t": "a", "bri_scl": 0}"#, "its brightness_scale 0.0 is below 1"),
        (
            "light", #"{"cmd_t": "a", "schema": "json", "sup_clrm": ["color_temp"], "min_mirs": 0}"#,
            "its min_mireds is below 1"
        ),
        ("event", #"{"stat_t": "a", "evt_typ": []}"#, "it has no event_types"),
        ("tag", "{}", "it has no topic"),
        ("device_automation", #"{"atype": "action"}"#, "it is no trigger, and other automations are not supported"),
    ])
    func whatCantBeUsedHasAReason(_ component: String, _ options: String, _ reason: String) throws {
        expect(
            try Sample.device(component, options).leftOut,
            equals: [LeftOut("\(component)/thing", .unsupported(reason))])
    }

    @Test func aTemplateOutsideTheSubsetIsNamed() throws {
        let device = try Sample.device("sensor", #"{"stat_t": "a", "val_tpl": "{{ states('light.a') }}"}"#)
        guard case .unsupported(let reason) = device.leftOut.first?.reason else {
            return expect(device.leftOut.count, equals: 1)
        }
        expect(reason.hasPrefix("its value_template can't be used: ") && reason.contains("'states'"), "\(reason)")
    }
}
