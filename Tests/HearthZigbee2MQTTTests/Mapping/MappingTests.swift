internal import Expectations
internal import HearthEntities
internal import HearthJSON
internal import HearthZigbee2MQTT
internal import Testing

@Suite struct MappingTests {
    @Test func lightTakesItsFeaturesAndEffects() throws {
        let map = try Models.map(Models.colorLight)
        let light = EntityKind.Light(
            hasBrightness: true, mireds: 153...454, color: .xy,
            effects: ["None", "blink", "breathe", "finish_effect", "stop_effect"], hasTransition: true)
        expect(
            map.device,
            equals: EntityDevice(
                id: "0x01", name: "Thing", maker: "Lumen", model: "A60", softwareVersion: "1.2", serialNumber: "0x01",
                entities: [
                    Entity(key: "light:", name: "Light", kind: .light(light)),
                    Entity(
                        key: "level_config.execute_if_off", name: "Execute if off", category: .setting,
                        isOffByDefault: true, kind: .toggle(deviceClass: "")),
                    Entity(
                        key: "power_on_behavior", name: "Power on behavior", category: .setting, isOffByDefault: true,
                        kind: .choice(options: ["off", "on", "toggle", "previous"], isSettable: true)),
                    Entity(
                        key: "identify", name: "Identify", category: .setting, kind: .press(deviceClass: "identify")),
                    Entity(
                        key: "linkquality", name: "Linkquality", category: .diagnostic, isOffByDefault: true,
                        kind: .sensor(deviceClass: "", unit: "lqi", stateClass: "measurement")),
                    Entity(
                        key: "update", name: "Update", category: .diagnostic, kind: .update(canInstall: true)),
                ]))
        expect(
            map.leftOut,
            equals: [
                UnmappedProperty("color.hue", "the colour is given as x and y"),
                UnmappedProperty("color.saturation", "the colour is given as x and y"),
            ])
        expect(
            map.question?.text,
            equals: Array(
                #"{"brightness":"","color":{"x":"","y":""},"color_temp":"","power_on_behavior":"","state":""}"#.utf8))
    }

    @Test("A number's values outside of its range are words, in both directions")
    func namedNumbersAreWords() throws {
        let map = try Models.map(
            #"""
            {"vendor": "V", "model": "M", "exposes": [{"type": "numeric", "name": "color_temp_startup",
             "property": "color_temp_startup", "access": 7, "unit": "mired", "value_min": 153, "value_max": 500,
             "presets": [{"name": "warm", "value": 454}, {"name": "previous", "value": 65535}]},
             {"type": "numeric", "name": "current_level_startup", "property": "current_level_startup", "access": 7,
              "value_min": 1, "value_max": 254, "presets": [{"name": "minimum", "value": "minimum"}]}]}
            """#)
        for (key, value, json) in [
            ("color_temp_startup", EntityValue.text("previous"), "65535"),
            ("color_temp_startup", .number(454), "454"), ("current_level_startup", .text("minimum"), #""minimum""#),
        ] {
            expect(try map.values(key, after: "{\"\(key)\":\(json)}"), equals: [.value: value])
            expect(
                try map.message(EntityCommand(entity: key, values: [.value: value])),
                equals: "{\"\(key)\":\(json)}")
        }
    }

    /// The access of `effect` and its words, the effects of the light, and what "None" sends.
    private static let effects: [(access: Int, words: String, effects: [String], none: String?)] = [
        (
            2, #""blink","finish_effect","stop_effect""#, ["None", "blink", "finish_effect", "stop_effect"],
            "stop_effect"
        ),
        (2, #""blink","finish_effect""#, ["None", "blink", "finish_effect"], "finish_effect"),
        (
            2, #""candle","stop_effect","stop_hue_effect""#, ["None", "candle", "stop_effect", "stop_hue_effect"],
            "stop_hue_effect"
        ),
        (3, #""fire","clear_effect""#, ["None", "fire", "clear_effect"], "clear_effect"),
        (3, #""off","fire""#, ["None", "off", "fire"], "off"),
        (2, #""blink""#, [], nil), (3, #""blink""#, ["blink"], nil), (3, "", [], nil),
    ]

    @Test(arguments: effects.indices) func effectsAreEnded(_ index: Int) throws {
        let row = Self.effects[index]
        let map = try Models.map(
            """
            {"exposes": [
              {"type": "light", "features": [{"type": "binary", "name": "state", "property": "state", "access": 7,
               "value_on": "ON", "value_off": "OFF"}]},
              {"type": "enum", "name": "effect", "property": "effect", "access": \(row.access),
               "values": [\(row.words)]}]}
            """)
        expect(
            map.device.entities.first?.kind,
            equals: .light(EntityKind.Light(effects: row.effects, hasTransition: true)))
        let none = EntityCommand(entity: "light:", values: [.effect: .text("None")])
        expect(try? map.message(none), equals: row.none.map { #"{"effect":"\#($0)"}"# })
    }

    @Test func endpointsAndButtonsBecomeEntities() throws {
        let map = try Models.map(Models.twoSwitches)
        expect(
            map.device.entities,
            equals: [
                Entity(key: "switch:left", name: "Switch left", kind: .toggle(deviceClass: "")),
                Entity(key: "switch:right", name: "Switch right", kind: .toggle(deviceClass: "")),
                Entity(
                    key: "action:left", name: "Button left",
                    kind: .event(types: ["single", "double", "hold"], deviceClass: "button")),
                Entity(
                    key: "action:right", name: "Button right", kind: .event(types: ["single"], deviceClass: "button")),
                Entity(
                    key: "action:both", name: "Button both", kind: .event(types: ["single"], deviceClass: "button")),
                Entity(key: "action", name: "Action", kind: .event(types: ["shake"], deviceClass: "")),
                Entity(
                    key: "power_left", name: "Power left",
                    kind: .sensor(deviceClass: "power", unit: "W", stateClass: "measurement")),
                Entity(
                    key: "device_temperature", name: "Device temperature", category: .diagnostic, isOffByDefault: true,
                    kind: .sensor(deviceClass: "", unit: "°C", stateClass: "measurement")),
            ])
    }

    @Test func batteryAndTamperAlwaysCome() throws {
        let map = try Models.map(Models.contact, power: "Battery")
        expect(
            map.device.entities.map { "\($0.key) \($0.category) \($0.isOffByDefault)" },
            equals: [
                "contact main false", "battery diagnostic false", "battery_low diagnostic false", "tamper main false",
                "voltage diagnostic true",
            ])
        expect(map.question, equals: nil, "a device that sleeps is not asked")
    }

    @Test func thermostatHasOnlyModesOfHomes() throws {
        let map = try Models.map(Models.radiator)
        let climate = EntityKind.Climate(
            modes: ["off", "auto", "heat"], minimum: 5, maximum: 30, step: 0.5, hasAction: true)
        expect(
            map.device.entities,
            equals: [
                Entity(key: "climate:", name: "Climate", kind: .climate(climate)),
                Entity(
                    key: "local_temperature_calibration", name: "Local temperature calibration", category: .setting,
                    isOffByDefault: true, kind: .number(minimum: -5, maximum: 5, step: 0.1, unit: "°C", deviceClass: "")
                ),
                Entity(
                    key: "child_lock", name: "Child lock", category: .setting, isOffByDefault: true,
                    kind: .toggle(deviceClass: "")),
            ])
        expect(map.leftOut, equals: [UnmappedProperty("child_lock", "the same property is exposed twice")])
    }

    @Test func coversLocksAndFansHaveTheirKinds() throws {
        let kinds = try [Models.blind, Models.lock, Models.fan].map { try Models.map($0).device.entities.map(\.kind) }
        expect(
            kinds,
            equals: [
                [.cover(EntityKind.Cover(deviceClass: "blind", hasPosition: true, hasTilt: true))],
                [.lock(canOpen: false, codeFormat: nil)],
                [.fan(EntityKind.Fan(speeds: 3, presets: ["auto"]))],
            ])
        expect(try Models.map(Models.lock).leftOut, equals: [UnmappedProperty("pin_code", "it holds secrets")])
    }

    @Test func sirensListsAndUnknownTypes() throws {
        let map = try Models.map(Models.siren)
        expect(
            map.device.entities,
            equals: [
                Entity(
                    key: "warning", name: "Warning", isAssumed: true,
                    kind: .siren(tones: ["burglar", "fire"], hasVolume: true, hasDuration: true)),
                Entity(
                    key: "gradient", name: "Gradient",
                    kind: .text(minimumLength: 0, maximumLength: 4_096, isSecret: false, isSettable: false)),
            ])
        expect(map.leftOut, equals: [UnmappedProperty("ghost", "its type is unknown")])
    }

    /// A generic expose, and its entity's kind and category.
    private static let generic: [(expose: String, kind: EntityKind, category: Entity.Category)] = [
        (
            #""type":"numeric","name":"pressure","access":1,"unit":"kPa""#,
            .sensor(deviceClass: "atmospheric_pressure", unit: "kPa", stateClass: "measurement"), .main
        ),
        (
            #""type":"numeric","name":"temperature","access":1,"unit":"℉""#,
            .sensor(deviceClass: "temperature", unit: "°F", stateClass: "measurement"), .main
        ),
        (
            #""type":"numeric","name":"illuminance","access":1,"unit":"%""#,
            .sensor(deviceClass: "", unit: "%", stateClass: "measurement"), .main
        ),
        (
            #""type":"numeric","name":"voc","access":1,"unit":"ppb""#,
            .sensor(deviceClass: "volatile_organic_compounds_parts", unit: "ppb", stateClass: "measurement"), .main
        ),
        (
            #""type":"numeric","name":"power_phase_b","access":5,"unit":"W""#,
            .sensor(deviceClass: "power", unit: "W", stateClass: "measurement"), .main
        ),
        (
            #""type":"numeric","name":"produced_energy","access":5,"unit":"kWh""#,
            .sensor(deviceClass: "energy", unit: "kWh", stateClass: "total_increasing"), .main
        ),
        (
            #""type":"enum","name":"sensitivity","access":7,"values":[1,2]"#,
            .choice(options: ["1", "2"], isSettable: true), .setting
        ),
        (
            #""type":"numeric","name":"sensitivity","access":7,"value_min":9,"value_max":1,"value_step":0"#,
            .number(minimum: -1_000_000, maximum: 1_000_000, step: 1, unit: "", deviceClass: ""), .setting
        ),
        (
            #""type":"numeric","name":"countdown","access":3,"unit":"seconds","value_min":0,"value_max":9"#,
            .number(minimum: 0, maximum: 9, step: 1, unit: "s", deviceClass: "duration"), .setting
        ),
        (
            #""type":"enum","name":"mode","access":3,"values":["a","a","","b"]"#,
            .choice(options: ["a", "b"], isSettable: true), .main
        ),
        (#""type":"enum","name":"sound","access":3,"values":[]"#, .choice(options: [], isSettable: false), .main),
        (
            #""type":"binary","name":"dry","access":1,"value_on":true,"value_off":false"#,
            .flag(deviceClass: "moisture"), .main
        ),
        (#""type":"binary","name":"smoke","access":1,"value_on":1,"value_off":0"#, .flag(deviceClass: "smoke"), .main),
        (
            #""type":"binary","name":"state","access":7,"value_on":"ON","value_off":"OFF""#, .toggle(deviceClass: ""),
            .main
        ),
        (
            #""type":"enum","name":"air_quality","access":1,"values":["excellent","poor","out_of_range","unknown"]"#,
            .sensor(deviceClass: "air_quality", unit: "", stateClass: ""), .main
        ),
        (
            #""type":"enum","name":"air_quality","access":1,"values":["low","high"]"#,
            .choice(options: ["low", "high"], isSettable: false), .main
        ),
        (#""type":"enum","name":"reset","access":2,"values":["reset"]"#, .press(deviceClass: ""), .setting),
    ]

    @Test(arguments: generic.indices)
    func genericExposesGoByTypeThenName(_ index: Int) throws {
        let (expose, kind, category) = Self.generic[index]
        let entity = try Models.map(#"{"exposes": [{\#(expose)}]}"#).device.entities.first
        expect(entity?.kind, equals: kind, "\(expose)")
        expect(entity?.category, equals: category, "\(expose)")
    }
}
