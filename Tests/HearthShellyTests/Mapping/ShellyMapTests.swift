internal import Expectations
internal import HearthEntities
internal import HearthJSON
internal import HearthShelly
internal import HearthTraitCore
internal import Testing

@Suite struct ShellyMapTests {
    static func json(_ text: String) throws -> [String: JSONValue] {
        try JSONValue([UInt8](text.utf8), bytes: 1 << 20).members
    }

    /// A device with one component, or several.
    private func map(_ status: String, config: String = "{}") throws -> ShellyMap {
        ShellyMap(
            id: "a8032ab12345", source: "shellyplus1pm-a8032ab12345", config: try Self.json(config),
            status: try Self.json(status))
    }

    private func values(_ map: ShellyMap, _ entity: String, _ status: String) throws -> [EntityProperty: EntityValue] {
        map.states(try Self.json(status)).first { $0.entity == entity }?.values ?? [:]
    }

    private func call(_ map: ShellyMap, _ command: EntityCommand) throws -> String {
        let call = try map.call(command)
        return "\(call.method) \(String(decoding: JSONValue.object(call.parameters).text, as: UTF8.self))"
    }

    private func keys(_ map: ShellyMap) -> [String] { map.device.entities.map(\.key) }

    @Test func aMeteredSwitchIsASwitchAndAMeter() throws {
        let map = try map(
            #"""
            {"switch:10":{"id":10,"output":false},"switch:2":{"id":2,"output":true,"apower":4.2,"voltage":230.1,
             "current":0.02,"aenergy":{"total":7.5},"ret_aenergy":{"total":0.5},"temperature":{"tC":40}},
             "wifi":{"rssi":-60},"sys":{"uptime":5},"mqtt":{"connected":true}}
            """#,
            config: #"{"sys":{"device":{"name":"Desk","fw_id":"f1"}},"switch:2":{"name":"Kettle"}}"#)
        expect(
            keys(map),
            equals: [
                "switch:2", "switch:2:power", "switch:2:voltage", "switch:2:current", "switch:2:energy",
                "switch:2:energy_returned", "switch:2:chip", "switch:10", "sys:uptime", "wifi:rssi",
            ])
        expect(map.device.entities[1].name, equals: "Kettle power")
        expect(
            [map.device.name, map.device.model, map.device.softwareVersion, map.device.maker],
            equals: ["Desk", "shellyplus1pm", "f1", "Shelly"])
        // A meter is one endpoint: the root, two switches, the meter.
        var numbers = EndpointNumbers()
        expect(EndpointPlan(map.device).description(id: "1", numbers: &numbers).endpoints.count, equals: 4)
        let partial = #"{"ts":1.0,"switch:2":{"id":2,"apower":9,"aenergy":{"total":8}}}"#
        expect(try values(map, "switch:2:power", partial), equals: [.value: .number(9)])
        expect(try values(map, "switch:2:energy", partial), equals: [.value: .number(8)])
        expect(try values(map, "switch:2", partial), equals: [:], "what is not mentioned keeps its value")
        expect(try values(map, "switch:2:power", #"{"switch:2":{"apower":null}}"#), equals: [.value: .unknown])
        expect(
            try call(map, EntityCommand(entity: "switch:2", values: [.on: .bool(false)])),
            equals: #"Switch.Set {"id":2,"on":false}"#)
        expect(try call(map, EntityCommand(entity: "switch:2", action: .toggle)), equals: #"Switch.Toggle {"id":2}"#)
        expect(throws: TraitError.self) { try map.call(EntityCommand(entity: "switch:2:power", action: .toggle)) }
        expect(throws: TraitError.self) { try map.call(EntityCommand(entity: "switch:3", action: .toggle)) }
    }

    @Test func coversMoveAndTilt() throws {
        let map = try map(
            #"{"cover:0":{"pos_control":true,"current_pos":30,"state":"stopped"},"cover:1":{"pos_control":false}}"#,
            config: #"{"cover:0":{"slat":{"enable":true}}}"#)
        expect(
            map.device.entities.map(\.kind),
            equals: [
                .cover(EntityKind.Cover(hasPosition: true, hasTilt: true)),
                .cover(EntityKind.Cover(hasPosition: false)),
            ])
        expect(
            try values(map, "cover:0", #"{"cover:0":{"state":"opening","current_pos":60,"slat_pos":null}}"#),
            equals: [.position: .number(0.6), .tilt: .unknown, .action: .text("opening")])
        expect(
            try values(map, "cover:1", #"{"cover:1":{"state":"closed","current_pos":null}}"#),
            equals: [.position: .number(0), .action: .text("idle")])
        expect(
            try call(map, EntityCommand(entity: "cover:0", values: [.position: .number(0.333), .tilt: .number(1)])),
            equals: #"Cover.GoToPosition {"id":0,"pos":33,"slat_pos":100}"#)
        expect(try call(map, EntityCommand(entity: "cover:0", action: .stop)), equals: #"Cover.Stop {"id":0}"#)
        expect(
            try call(map, EntityCommand(entity: "cover:1", values: [.position: .number(1)])),
            equals: #"Cover.Open {"id":1}"#)
    }

    @Test func lightsShowWhatTheyCan() throws {
        let map = try map(
            #"{"light:0":{"brightness":1},"rgbw:0":{"rgb":[0,0,0],"white":0},"cct:0":{"ct":4000}}"#,
            config: #"{"cct:0":{"ct_range":[2500,5000]}}"#)
        let color = EntityKind.Light(hasBrightness: true, color: .hueSaturation, hasTransition: true)
        expect(
            map.device.entities.map(\.kind),
            equals: [
                .light(.init(hasBrightness: true, mireds: 200...400, hasTransition: true)),
                .light(.init(hasBrightness: true, hasTransition: true)), .light(color),
                .number(minimum: 0, maximum: 100, step: 1, unit: "%", deviceClass: ""),
            ])
        expect(
            try values(map, "rgbw:0", #"{"rgbw:0":{"output":true,"rgb":[0,0,255],"brightness":50,"white":255}}"#),
            equals: [.on: .bool(true), .brightness: .number(0.5), .hue: .number(240), .saturation: .number(100)])
        expect(try values(map, "rgbw:0:white", #"{"rgbw:0":{"white":255}}"#), equals: [.value: .number(100)])
        expect(try values(map, "rgbw:0:white", #"{"rgbw:0":{"white":128}}"#), equals: [.value: .number(50)])
        expect(try values(map, "cct:0", #"{"cct:0":{"ct":4000}}"#), equals: [.colorTemperature: .number(250)])
        func light(_ entity: String, _ values: [EntityProperty: EntityValue], _ transition: Duration? = nil) throws
            -> String
        {
            try call(map, EntityCommand(entity: entity, values: values, transition: transition))
        }
        expect(
            try light("light:0", [.on: .bool(true), .brightness: .number(0.001)], .milliseconds(1_500)),
            equals: #"Light.Set {"brightness":1,"id":0,"on":true,"transition_duration":1.5}"#)
        expect(
            try light("light:0", [.on: .bool(true)], .zero),
            equals: #"Light.Set {"id":0,"on":true,"transition_duration":0.5}"#)
        expect(
            try light("light:0", [.on: .bool(false), .brightness: .number(1)]),
            equals: #"Light.Set {"id":0,"on":false}"#)
        expect(
            try light("rgbw:0", [.hue: .number(120), .saturation: .number(100)]),
            equals: #"RGBW.Set {"id":0,"rgb":[0,255,0]}"#)
        expect(
            try light("rgbw:0", [.hue: .number(360), .saturation: .number(50)]),
            equals: #"RGBW.Set {"id":0,"rgb":[255,128,128]}"#)
        expect(try light("rgbw:0:white", [.value: .number(20)]), equals: #"RGBW.Set {"id":0,"white":51}"#)
        expect(try light("cct:0", [.colorTemperature: .number(100)]), equals: #"CCT.Set {"ct":5000,"id":0}"#)
        expect(throws: TraitError.self) { try light("light:0", [:]) }
        expect(throws: TraitError.self) { try light("light:0", [.brightness: .text("x")]) }
    }

    @Test("Colours are the same after a way through red, green and blue")
    func colorsSurvive() throws {
        let map = try map(#"{"rgb:0":{"rgb":[1,2,3]}}"#)
        for hue in stride(from: 0.0, to: 360, by: 15) {
            let set = try map.call(
                EntityCommand(entity: "rgb:0", values: [.hue: .number(hue), .saturation: .number(80)]))
            let read = map.states(["rgb:0": .object(set.parameters)]).first?.values ?? [:]
            guard case .number(let found)? = read[.hue], case .number(let saturation)? = read[.saturation] else {
                expect(false, "\(hue) has no colour")
                continue
            }
            expect(abs(found - hue) < 0.5, "\(hue)")
            expect(abs(saturation - 80) < 0.5, "\(hue)")
        }
    }

    @Test func inputsAreSwitchesOrButtons() throws {
        let map = try map(
            #"{"input:0":{},"input:1":{},"input:2":{},"input:3":{}}"#,
            config: #"""
                {"input:0":{"type":"button"},"input:1":{"type":"switch","name":"Door"},"input:2":{"type":"analog"},
                 "input:3":{"type":"count"}}
                """#)
        expect(
            map.device.entities.map(\.kind),
            equals: [
                .event(types: ["double", "long", "single", "triple"], deviceClass: "button"), .flag(deviceClass: ""),
                .sensor(deviceClass: "", unit: "%", stateClass: "measurement"),
                .sensor(deviceClass: "", unit: "", stateClass: "total_increasing"),
            ])
        let events = try JSONValue(
            [UInt8](
                #"""
                [{"component":"input:0","event":"btn_down"},{"component":"input:0","event":"double_push"},
                 {"component":"input:1","event":"single_push"},{"component":"sys","event":"ota_progress"},7]
                """#.utf8), bytes: 1 << 16)
        expect(map.events(events.items), equals: [EntityReport.Event(entity: "input:0", type: "double")])
        expect(try values(map, "input:1", #"{"input:1":{"state":true}}"#), equals: [.on: .bool(true)])
    }

    @Test func aThreePhaseMeterHasAnEndpointAPhase() throws {
        let map = try map(
            #"""
            {"em:0":{"a_act_power":1,"a_voltage":230,"b_act_power":2,"total_act_power":3},
             "emdata:0":{"total_act":9,"a_total_act_energy":4,"b_total_act_energy":5},
             "em1:1":{"act_power":1,"pf":0.9},"em1data:1":{"total_act_energy":2,"total_act_ret_energy":1}}
            """#)
        expect(
            keys(map),
            equals: [
                "em:0:A:power", "em:0:A:voltage", "em:0:B:power", "em:0:power", "em1:1:power", "em1:1:power_factor",
                "em1:1:energy", "em1:1:energy_returned", "em:0:energy", "em:0:A:energy", "em:0:B:energy",
            ])
        var numbers = EndpointNumbers()
        expect(EndpointPlan(map.device).description(id: "1", numbers: &numbers).endpoints.count, equals: 5)
        expect(
            try values(map, "em:0:A:energy", #"{"emdata:0":{"a_total_act_energy":6}}"#), equals: [.value: .number(6)])
    }

    @Test func virtualComponentsAreWhatTheyShow() throws {
        let map = try map(
            #"{"boolean:200":{},"boolean:201":{},"number:200":{},"enum:200":{},"text:200":{},"button:200":{},"#
                + #""group:200":{}}"#,
            config: #"""
                {"boolean:201":{"meta":{"ui":{"view":"label"}}},"enum:200":{"name":"Mode","options":["a","b"]},
                 "number:200":{"min":1,"max":5,"meta":{"ui":{"unit":"h","step":0.5}}},"text:200":{"max_len":10}}
                """#)
        expect(
            map.device.entities.map(\.kind),
            equals: [
                .toggle(deviceClass: ""), .flag(deviceClass: ""), .press(deviceClass: ""),
                .choice(options: ["a", "b"], isSettable: true),
                .number(minimum: 1, maximum: 5, step: 0.5, unit: "h", deviceClass: ""),
                .text(minimumLength: 0, maximumLength: 10, isSecret: false, isSettable: true),
            ])
        expect(try values(map, "enum:200", #"{"enum:200":{"value":"b"}}"#), equals: [.value: .text("b")])
        let commands: [(EntityCommand, String)] = [
            (EntityCommand(entity: "boolean:200", values: [.on: .bool(true)]), #"Boolean.Set {"id":200,"value":true}"#),
            (
                EntityCommand(entity: "number:200", values: [.value: .number(2.5)]),
                #"Number.Set {"id":200,"value":2.5}"#
            ),
            (EntityCommand(entity: "enum:200", values: [.value: .text("a")]), #"Enum.Set {"id":200,"value":"a"}"#),
            (EntityCommand(entity: "text:200", values: [.value: .text("hi")]), #"Text.Set {"id":200,"value":"hi"}"#),
            (EntityCommand(entity: "button:200", action: .press), #"Button.Trigger {"event":"single_push","id":200}"#),
        ]
        for (command, text) in commands { expect(try call(map, command), equals: text) }
        expect(throws: TraitError.self) {
            try map.call(EntityCommand(entity: "boolean:201", values: [.on: .bool(true)]))
        }
    }

    @Test func sensorsAndThermostatsHaveTheirClass() throws {
        let map = try map(
            #"""
            {"temperature:100":{"tC":1},"humidity:0":{"rh":2},"illuminance:0":{"lux":3},"smoke:0":{"alarm":false},
             "flood:0":{"alarm":true},"devicepower:0":{"battery":{"percent":90}},
             "presence":{"num_objects":1},"presencezone:200":{"id":200,"value":true,"num_objects":1},
             "thermostat:0":{"enable":true,"target_C":21,"current_C":20.5,"output":true}}
            """#)
        expect(
            map.device.entities.map(\.kind),
            equals: [
                .sensor(deviceClass: "battery", unit: "%", stateClass: "measurement"), .flag(deviceClass: "moisture"),
                .sensor(deviceClass: "humidity", unit: "%", stateClass: "measurement"),
                .sensor(deviceClass: "illuminance", unit: "lx", stateClass: "measurement"),
                .flag(deviceClass: "presence"), .flag(deviceClass: "smoke"),
                .sensor(deviceClass: "temperature", unit: "°C", stateClass: "measurement"),
                .climate(EntityKind.Climate(modes: ["off", "heat"], minimum: 5, maximum: 35, hasAction: true)),
            ])
        expect(
            try values(map, "thermostat:0", #"{"thermostat:0":{"enable":true,"target_C":21,"output":true}}"#),
            equals: [.mode: .text("heat"), .targetTemperature: .number(21), .action: .text("heating")])
        expect(
            try call(
                map,
                EntityCommand(
                    entity: "thermostat:0", values: [.mode: .text("off"), .targetTemperature: .number(19.5)])),
            equals: #"Thermostat.SetConfig {"config":{"enable":false,"id":0,"target_C":19.5},"id":0}"#)
    }

    @Test func oddStatusesAreNoTrap() throws {
        let odd = #"""
            {"switch:99999999999999999999":{"output":1},"light:-1":{"brightness":1e400},"cct:0":{"ct":0},
             "rgb:0":{"rgb":[1,"x"]},":":{},"":{},"em:0":[],"input:":7,"number:200":{"value":"x"},"cover:0":null}
            """#
        let map = try map(odd, config: #"{"cct:0":{"ct_range":[9,1]},"number:200":{"min":5,"max":1},"text:200":{}}"#)
        _ = map.states(try Self.json(odd))
        let many = (0..<5_000).map { #""switch:\#($0)":{"output":true}"# }.joined(separator: ",")
        expect(try self.map("{\(many)}").device.entities.count, equals: 200)
    }
}
