internal import Expectations
internal import HearthEntities
internal import HearthTasmota
internal import HearthTraitCore
internal import Testing

@Suite struct MappingTests {
    @Test func aPlugIsASwitch() throws {
        let map = try Documents.map(Documents.config())
        expect(
            map.device,
            equals: EntityDevice(
                id: "tasmota:A4CF12000001", name: "Plug", maker: "Tasmota", model: "Sonoff Basic",
                softwareVersion: "14.2.0", serialNumber: "A4CF12000001",
                entities: [
                    Entity(key: "relay:1", name: "", kind: .toggle(deviceClass: "")),
                    Entity(
                        key: "signal", name: "Signal strength", category: .diagnostic,
                        kind: .sensor(deviceClass: "signal_strength", unit: "dBm", stateClass: "measurement")),
                    Entity(
                        key: "uptime", name: "Uptime", category: .diagnostic,
                        kind: .sensor(deviceClass: "duration", unit: "s", stateClass: "total_increasing")),
                ]))
        expect(try map.values("relay:1", after: #"{"POWER":"ON"}"#), equals: [.on: .bool(true)])
        expect(try map.values("relay:1", after: #"{"POWER1":"OFF"}"#), equals: [.on: .bool(false)])
        expect(
            try map.values("signal", after: #"{"UptimeSec":9,"Wifi":{"AP":1,"RSSI":92,"Signal":-54}}"#),
            equals: [.value: .number(-54)])
    }

    @Test func stateWordsAreTheDevices() throws {
        let map = try Documents.map(
            Documents.config(relays: "1,1", more: #","state":["AUS","EIN","UM","HALTEN"],"fn":["Plug","Heater"]"#))
        expect(map.entities.map(\.name), equals: ["Relay 1", "Heater"])
        expect(try map.values("relay:2", after: #"{"POWER2":"EIN"}"#), equals: [.on: .bool(true)])
        expect(try map.values("relay:2", after: #"{"POWER2":"ON"}"#), equals: [.on: .unknown])
        expect(try map.values("relay:2", after: #"{"POWER":"EIN"}"#), equals: [:])
        // Commands have words that all devices understand.
        expect(try map.sends(EntityCommand(entity: "relay:2", values: [.on: .bool(true)])), equals: ["POWER2 ON"])
        expect(try map.sends(EntityCommand(entity: "relay:2", action: .toggle)), equals: ["POWER2 TOGGLE"])
        expect(throws: TraitError.self) { try map.sends(EntityCommand(entity: "relay:3", action: .toggle)) }
        expect(throws: TraitError.self) { try map.sends(EntityCommand(entity: "relay:2", action: .lock)) }
    }

    @Test func relaysCanBeLights() throws {
        let map = try Documents.map(Documents.config(relays: "1,1", options: #","30":1"#))
        expect(map.entities.map(\.kind), equals: [.light(.init()), .light(.init())])
    }

    @Test func twoRelaysAreAShutter() throws {
        let map = try Documents.map(
            Documents.config(relays: "3,3,1,3,3,3", more: #","sho":[0,1],"sht":[[0,0,0],[-90,90,5]]"#))
        expect(
            map.keys, equals: ["shutter:1", "relay:3", "shutter:2"], "the last relay has no other to make a pair with")
        let state =
            #"{"Shutter1":{"Position":30,"Direction":1,"Target":80,"Tilt":0},"#
            + #""Shutter2":{"Position":30,"Direction":1,"Target":80,"Tilt":45}}"#
        expect(
            try map.values("shutter:1", after: state), equals: [.position: .number(0.3), .action: .text("opening")])
        expect(
            try map.values("shutter:2", after: state),
            equals: [.position: .number(0.7), .action: .text("closing"), .tilt: .number(0.75)])
        func shutter(_ number: Int, _ values: [EntityProperty: EntityValue]) throws -> [String] {
            try map.sends(EntityCommand(entity: "shutter:\(number)", values: values))
        }
        expect(try shutter(1, [.position: .number(1)]), equals: ["ShutterPosition1 100"])
        expect(
            try shutter(2, [.position: .number(1), .tilt: .number(0.5)]),
            equals: ["ShutterPosition2 0", "ShutterTilt2 0"])
        expect(try map.sends(EntityCommand(entity: "shutter:1", action: .stop)), equals: ["ShutterStop1"])
        expect(throws: TraitError.self) { try shutter(1, [.tilt: .number(1)]) }
    }

    @Test func aWordForToggleAndHoldIsASinglePress() throws {
        let map = try Documents.map(
            Documents.config(relays: "0", more: #","swc":[5],"swn":[null],"state":["OFF","ON","PRESS","PRESS"]"#))
        expect(try map.events(after: #"{"Switch1":{"Action":"PRESS"}}"#), equals: ["switch:1:press!single"])
    }

    @Test func modesOfSwitchesDecideWhatTheyReport() throws {
        let map = try Documents.map(
            Documents.config(
                relays: "0", more: #","swc":[0,1,5,8,13,-1],"swn":[null,"Door",null,null,"Hall",null]"#))
        expect(
            map.entities,
            equals: [
                Entity(
                    key: "switch:1:press", name: "Switch 1", kind: .event(types: ["single"], deviceClass: "button")),
                Entity(key: "switch:2", name: "Door", kind: .flag(deviceClass: "")),
                Entity(key: "switch:3", name: "Switch 3", kind: .flag(deviceClass: "")),
                Entity(
                    key: "switch:3:press", name: "Switch 3 press",
                    kind: .event(types: ["hold", "single"], deviceClass: "button")),
                Entity(
                    key: "switch:4:press", name: "Switch 4",
                    kind: .event(types: ["double", "single"], deviceClass: "button")),
                Entity(key: "switch:5:press", name: "Hall", kind: .event(types: ["motion"], deviceClass: "motion")),
            ])
        expect(try map.values("switch:2", after: #"{"Door":"ON"}"#), equals: [.on: .bool(true)])
        expect(try map.values("switch:2", after: #"{"Door":{"Action":"OFF"}}"#), equals: [.on: .bool(false)])
        expect(try map.events(after: #"{"Switch1":{"Action":"TOGGLE"}}"#), equals: ["switch:1:press!single"])
        expect(try map.events(after: #"{"Switch3":{"Action":"HOLD"}}"#), equals: ["switch:3:press!hold"])
        expect(try map.events(after: #"{"Switch4":{"Action":"HOLD"}}"#), equals: ["switch:4:press!double"])
        expect(try map.events(after: #"{"Hall":{"Action":"ON"}}"#), equals: ["switch:5:press!motion"])
        expect(try map.events(after: #"{"Switch1":"TOGGLE","Hall":"ON"}"#), equals: [], "telemetry is no action")
    }

    @Test func buttonsReportPressesIfTheyAreDetached() throws {
        let buttons = #","btn":[1,0,1,0]"#
        expect(try Documents.map(Documents.config(more: buttons)).keys, equals: ["relay:1"])
        let map = try Documents.map(Documents.config(options: #","73":1"#, more: buttons))
        expect(map.keys, equals: ["relay:1", "button:1", "button:3"])
        expect(try map.events(after: #"{"Button3":{"Action":"PENTA"}}"#), equals: ["button:3!quintuple"])
        expect(try map.events(after: #"{"Button3":{"Action":"CLEAR"}}"#), equals: [])
        let swapped = try Documents.map(Documents.config(options: #","73":1,"11":1"#, more: buttons))
        expect(try swapped.events(after: #"{"Button1":{"Action":"SINGLE"}}"#), equals: ["button:1!double"])
        let single = try Documents.map(Documents.config(options: #","73":1,"13":1"#, more: buttons))
        expect(single.entities.last?.kind, equals: .event(types: ["single"], deviceClass: "button"))
    }

    @Test func equalKeysAreOneEntity() throws {
        let map = try Documents.map(
            Documents.config(),
            sensors: #"{"sn":{"A":{"B":{"Power":1}},"A.B":{"Power":2}}}"#)
        expect(map.keys, equals: ["relay:1", "sensor:A.B:power"])
    }
}
