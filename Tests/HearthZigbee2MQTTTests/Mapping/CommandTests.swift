internal import Expectations
internal import HearthEntities
internal import HearthTraitCore
internal import HearthZigbee2MQTT
internal import Testing

@Suite struct CommandTests {
    private static let table: [(String, EntityCommand, String)] = [
        (Models.colorLight, EntityCommand(entity: "light:", values: [.on: .bool(true)]), #"{"state":"ON"}"#),
        (Models.colorLight, EntityCommand(entity: "light:", action: .toggle), #"{"state":"TOGGLE"}"#),
        (
            Models.colorLight,
            EntityCommand(entity: "light:", values: [.brightness: .number(0.5)], transition: .milliseconds(1_500)),
            #"{"brightness":127,"transition":1.5}"#
        ),
        (
            Models.colorLight, EntityCommand(entity: "light:", values: [.brightness: .number(0.001)]),
            #"{"brightness":1}"#
        ),
        (
            Models.colorLight,
            EntityCommand(entity: "light:", values: [.on: .bool(false), .brightness: .number(0.4)]), #"{"state":"OFF"}"#
        ),
        (
            Models.colorLight, EntityCommand(entity: "light:", values: [.x: .number(0.31274), .y: .number(0.329)]),
            #"{"color":{"x":0.3127,"y":0.329}}"#
        ),
        (
            Models.colorLight, EntityCommand(entity: "light:", values: [.colorTemperature: .number(250.4)]),
            #"{"color_temp":250}"#
        ),
        (Models.colorLight, EntityCommand(entity: "light:", values: [.effect: .text("blink")]), #"{"effect":"blink"}"#),
        (
            Models.colorLight, EntityCommand(entity: "level_config.execute_if_off", values: [.on: .bool(true)]),
            #"{"level_config":{"execute_if_off":true}}"#
        ),
        (Models.colorLight, EntityCommand(entity: "identify", action: .press), #"{"identify":"identify"}"#),
        (
            Models.colorLight, EntityCommand(entity: "power_on_behavior", values: [.value: .text("previous")]),
            #"{"power_on_behavior":"previous"}"#
        ),
        (
            Models.twoSwitches, EntityCommand(entity: "switch:left", values: [.on: .bool(false)]),
            #"{"state_left":"OFF"}"#
        ),
        (
            Models.radiator,
            EntityCommand(entity: "climate:", values: [.targetTemperature: .number(20.5), .mode: .text("heat")]),
            #"{"occupied_heating_setpoint":20.5,"system_mode":"heat"}"#
        ),
        (Models.radiator, EntityCommand(entity: "child_lock", values: [.on: .bool(true)]), #"{"child_lock":"LOCK"}"#),
        (Models.blind, EntityCommand(entity: "cover:", values: [.position: .number(0.25)]), #"{"position":25}"#),
        (Models.blind, EntityCommand(entity: "cover:", values: [.tilt: .number(1)]), #"{"tilt":100}"#),
        (Models.blind, EntityCommand(entity: "cover:", action: .stop), #"{"state":"STOP"}"#),
        (Models.lock, EntityCommand(entity: "lock:", action: .lock), #"{"state":"LOCK"}"#),
        (Models.lock, EntityCommand(entity: "lock:", action: .unlock), #"{"state":"UNLOCK"}"#),
        (Models.fan, EntityCommand(entity: "fan:", values: [.speed: .number(0.34)]), #"{"fan_mode":"medium"}"#),
        (Models.fan, EntityCommand(entity: "fan:", values: [.speed: .number(0)]), #"{"fan_mode":"off"}"#),
        (Models.fan, EntityCommand(entity: "fan:", values: [.preset: .text("auto")]), #"{"fan_mode":"auto"}"#),
        (
            Models.siren, EntityCommand(entity: "warning", values: [.on: .bool(true), .tone: .text("fire")]),
            #"{"warning":{"duration":900,"level":"high","mode":"fire","strobe":true}}"#
        ),
        (
            Models.siren, EntityCommand(entity: "warning", values: [.on: .bool(true)], duration: .seconds(20)),
            #"{"warning":{"duration":20,"level":"high","mode":"burglar","strobe":true}}"#
        ),
        (
            Models.siren, EntityCommand(entity: "warning", values: [.on: .bool(true)], duration: .seconds(1_000)),
            #"{"warning":{"duration":900,"level":"high","mode":"burglar","strobe":true}}"#
        ),
        (
            Models.siren, EntityCommand(entity: "warning", values: [.on: .bool(false)]),
            #"{"warning":{"mode":"stop","strobe":false}}"#
        ),
    ]

    @Test(arguments: table.indices)
    func commandsBecomeMessages(_ index: Int) throws {
        let (model, command, message) = Self.table[index]
        expect(try Models.map(model).message(command), equals: message)
    }

    private static let refused: [(String, EntityCommand, MatterStatus)] = [
        (Models.colorLight, EntityCommand(entity: "light:"), .invalidCommand),
        (Models.colorLight, EntityCommand(entity: "light:", action: .stop), .unsupportedCommand),
        (Models.colorLight, EntityCommand(entity: "nothing", values: [.on: .bool(true)]), .unsupportedWrite),
        (Models.colorLight, EntityCommand(entity: "light:", values: [.on: .number(1)]), .constraintError),
        (Models.colorLight, EntityCommand(entity: "light:", values: [.brightness: .number(2)]), .constraintError),
        (Models.colorLight, EntityCommand(entity: "light:", values: [.brightness: .number(.nan)]), .constraintError),
        (
            Models.colorLight, EntityCommand(entity: "light:", values: [.colorTemperature: .number(1e300)]),
            .constraintError
        ),
        (Models.colorLight, EntityCommand(entity: "light:", values: [.effect: .text("explode")]), .constraintError),
        (Models.contact, EntityCommand(entity: "contact", values: [.on: .bool(true)]), .unsupportedWrite),
        (
            Models.radiator, EntityCommand(entity: "climate:", values: [.targetTemperature: .number(99)]),
            .constraintError
        ),
    ]

    @Test(arguments: refused.indices)
    func whatDoesNotFitIsRefused(_ index: Int) throws {
        let (model, command, status) = Self.refused[index]
        let map = try Models.map(model)
        let error = expect(throws: TraitError.self) { try map.setting(command, known: [:]) }
        expect(error?.status, equals: status)
    }

    @Test func partsAreSetWithTheKnownWhole() throws {
        let map = try Models.map(Models.colorLight)
        expect(
            try map.message(
                EntityCommand(entity: "level_config.execute_if_off", values: [.on: .bool(false)]),
                known: ["level_config": Models.json(#"{"on_level": 9, "execute_if_off": true}"#)]),
            equals: #"{"level_config":{"execute_if_off":false,"on_level":9}}"#)
    }

    @Test func onlyReportedPropertiesConfirm() throws {
        let map = try Models.map(Models.colorLight)
        let on = try map.setting(EntityCommand(entity: "light:", values: [.on: .bool(true)]), known: [:])
        let effect = try map.setting(EntityCommand(entity: "light:", values: [.effect: .text("blink")]), known: [:])
        expect(on.confirmedBy, equals: ["state"])
        expect(effect.confirmedBy, equals: [])
    }
}
