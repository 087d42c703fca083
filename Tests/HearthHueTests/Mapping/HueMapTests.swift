internal import Expectations
internal import HearthEntities
@testable internal import HearthHue
internal import HearthJSON
internal import HearthTraitCore
internal import Testing

@Suite struct HueMapTests {
    private func resources(_ texts: [String] = Bridge.all) throws -> HueResources {
        HueResources(try texts.map { try Bridge.json($0) })
    }

    @Test func devicesHaveTheirServicesAsEntities() throws {
        let map = HueMap(try resources(), hasGroups: false)
        expect(
            map.devices,
            equals: [
                EntityDevice(
                    id: "d1", name: "Lamp", maker: "Signify", model: "Hue lamp", softwareVersion: "1.2",
                    suggestedRoom: "Kitchen",
                    entities: [
                        Entity(
                            key: "light/l1", name: "",
                            kind: .light(
                                EntityKind.Light(
                                    hasBrightness: true, mireds: 153...454, color: .xy, effects: ["fire"],
                                    hasTransition: true)))
                    ]),
                EntityDevice(
                    id: "d2", name: "Remote", maker: "Signify", model: "Hue lamp", softwareVersion: "1.2",
                    entities: [
                        Entity(
                            key: "button/b1", name: "Button 2",
                            kind: .event(
                                types: ["long_press", "long_release", "short_release"], deviceClass: "button")),
                        Entity(
                            key: "relative_rotary/r1", name: "Dial",
                            kind: .event(types: ["clockwise", "counterclockwise"], deviceClass: "")),
                    ]),
            ])
    }

    @Test func roomsAreDevicesWithScenesIfWanted() throws {
        let map = HueMap(try resources(), hasGroups: true)
        expect(
            map.devices.last,
            equals: EntityDevice(
                id: "k", name: "Kitchen", maker: "Philips Hue", model: "Room", suggestedRoom: "Kitchen",
                entities: [
                    Entity(
                        key: "grouped_light/g1", name: "",
                        kind: .light(EntityKind.Light(hasBrightness: true, hasTransition: true))),
                    Entity(key: "scene/s1", name: "Evening", kind: .press(deviceClass: "")),
                ]))
    }

    /// A service with its state, its kind of entity, and its values.
    struct Row: Sendable {
        let type: String
        let resource: String
        let kind: EntityKind
        let values: [EntityProperty: EntityValue]

        init(_ type: String, _ resource: String, _ kind: EntityKind, _ values: [EntityProperty: EntityValue]) {
            (self.type, self.resource, self.kind, self.values) = (type, resource, kind, values)
        }
    }

    private static let warm = EntityKind.sensor(deviceClass: "temperature", unit: "°C", stateClass: "measurement")
    private static let bright = EntityKind.sensor(deviceClass: "illuminance", unit: "lx", stateClass: "measurement")

    static let rows: [Row] = [
        Row(
            "motion", #""motion":{"motion":true,"motion_valid":true,"motion_report":{"motion":false}}"#,
            .flag(deviceClass: "motion"), [.on: .bool(false)]),
        Row("motion", #""motion":{"motion":true}"#, .flag(deviceClass: "motion"), [.on: .bool(true)]),
        Row(
            "motion", #""motion":{"motion":true,"motion_valid":false}"#, .flag(deviceClass: "motion"), [.on: .unknown]),
        Row(
            "temperature", #""temperature":{"temperature_report":{"temperature":21.5}}"#, warm,
            [.value: .number(21.5)]),
        Row("temperature", #""temperature":{"temperature":null}"#, warm, [.value: .unknown]),
        Row("light_level", #""light":{"light_level":20001}"#, bright, [.value: .number(100)]),
        Row("light_level", #""light":{"light_level":0}"#, bright, [.value: .number(0)]),
        Row("light_level", #""light":{"light_level":1e99}"#, bright, [.value: .unknown]),
        Row("contact", #""contact_report":{"state":"no_contact"}"#, .flag(deviceClass: "opening"), [.on: .bool(true)]),
        Row("contact", #""contact_report":{"state":"contact"}"#, .flag(deviceClass: "opening"), [.on: .bool(false)]),
        Row(
            "tamper", #""tamper_reports":[{"state":"not_tampered"},{"state":"tampered"}]"#,
            .flag(deviceClass: "tamper"), [.on: .bool(true)]),
        Row("tamper", #""tamper_reports":[]"#, .flag(deviceClass: "tamper"), [.on: .bool(false)]),
        Row(
            "device_power", #""power_state":{"battery_level":87}"#,
            .sensor(deviceClass: "battery", unit: "%", stateClass: "measurement"), [.value: .number(87)]),
        Row(
            "device_software_update", #""state":"ready_to_install""#, .update(canInstall: false),
            [.isInProgress: .bool(false), .installedVersion: .text("1.2"), .latestVersion: .text("newer than 1.2")]),
        Row(
            "light", #""on":{"on":false}"#, .light(EntityKind.Light(hasTransition: true)), [.on: .bool(false)]),
        Row(
            "light",
            #""on":{"on":true},"color":{"xy":{"x":0.4,"y":0.5}},"#
                + #""color_temperature":{"mirek":null,"mirek_valid":false}"#,
            .light(EntityKind.Light(mireds: 153...500, color: .xy, hasTransition: true)),
            [.on: .bool(true), .x: .number(0.4), .y: .number(0.5), .colorTemperature: .unknown]),
        Row(
            "light", #""on":{"on":true},"color":{"xy":{"x":0.4,"y":0.5}},"color_temperature":{"mirek":250}"#,
            .light(EntityKind.Light(mireds: 153...500, color: .xy, hasTransition: true)),
            [.on: .bool(true), .x: .unknown, .y: .unknown, .colorTemperature: .number(250)]),
        Row(
            "light",
            #""color":{"xy":{"x":0.4,"y":0.5},"gamut":{"red":{"x":0.6915,"y":0.3083},"#
                + #""green":{"x":0.17,"y":0.7},"blue":{"x":0.1532,"y":0.0475}}}"#,
            .light(
                EntityKind.Light(
                    color: .xy,
                    gamut: ColorGamut(
                        red: ColorGamut.Point(x: 0.6915, y: 0.3083), green: ColorGamut.Point(x: 0.17, y: 0.7),
                        blue: ColorGamut.Point(x: 0.1532, y: 0.0475)),
                    hasTransition: true)), [.x: .number(0.4), .y: .number(0.5)]),
        Row(
            "light", #""color":{"xy":{"x":0.4,"y":0.5},"gamut":{"red":{"x":0.6,"y":7}}}"#,
            .light(EntityKind.Light(color: .xy, hasTransition: true)), [.x: .number(0.4), .y: .number(0.5)]),
        Row(
            "light", #""on":{"on":true},"effects":{"status":"fire","effect_values":["fire"]}"#,
            .light(EntityKind.Light(effects: ["fire"], hasTransition: true)),
            [.on: .bool(true), .effect: .text("fire")]),
    ]

    @Test(arguments: rows)
    func resourcesAreRead(_ row: Row) throws {
        let resources = try resources([
            Bridge.device("d", "D", [("r", row.type)]), #"{"id":"r","type":"\#(row.type)",\#(row.resource)}"#,
        ])
        let map = HueMap(resources, hasGroups: false)
        expect(map.devices.first?.entities.first?.kind, equals: row.kind)
        expect(
            map.reports(["r"], resources, isReplay: true),
            equals: [
                EntityReport(
                    deviceID: "d", states: [EntityState(entity: "\(row.type)/r", values: row.values)], isReplay: true)
            ])
    }

    @Test func aPlugIsNoLight() throws {
        let resources = try resources([
            Bridge.device("d", "D", [("r", "light")], #","product_archetype":"plug""#),
            #"{"id":"r","type":"light","on":{"on":true}}"#,
        ])
        let map = HueMap(resources, hasGroups: false)
        expect(
            map.devices.first?.entities,
            equals: [Entity(key: "light/r", name: "", kind: .toggle(deviceClass: "outlet"))])
    }

    /// Commands, and the bodies of their requests; nil for a refusal.
    static let commands: [(EntityCommand, String?)] = [
        (EntityCommand(entity: "light/l1", values: [.on: .bool(true)]), #"{"on":{"on":true}}"#),
        (EntityCommand(entity: "light/l1", action: .toggle), #"{"on":{"on":false}}"#),
        (
            EntityCommand(
                entity: "light/l1", values: [.on: .bool(true), .brightness: .number(0.5)],
                transition: .milliseconds(400)),
            #"{"dimming":{"brightness":50},"dynamics":{"duration":400},"on":{"on":true}}"#
        ),
        (
            EntityCommand(entity: "light/l1", values: [.brightness: .number(0.001)]),
            #"{"dimming":{"brightness":2}}"#
        ),
        (
            EntityCommand(entity: "light/l1", values: [.on: .bool(false), .brightness: .number(0.5)]),
            #"{"on":{"on":false}}"#
        ),
        (
            EntityCommand(entity: "light/l1", values: [.colorTemperature: .number(900)]),
            #"{"color_temperature":{"mirek":454}}"#
        ),
        (
            EntityCommand(entity: "light/l1", values: [.x: .number(0.25), .y: .number(2)]),
            #"{"color":{"xy":{"x":0.25,"y":1}}}"#
        ),
        (EntityCommand(entity: "light/l1", values: [.effect: .text("None")]), #"{"effects":{"effect":"no_effect"}}"#),
        (EntityCommand(entity: "light/l1", values: [.effect: .text("fire")]), #"{"effects":{"effect":"fire"}}"#),
        (EntityCommand(entity: "scene/s1", action: .press), #"{"recall":{"action":"active"}}"#),
        (
            EntityCommand(entity: "grouped_light/g1", values: [.brightness: .number(1)]),
            #"{"dimming":{"brightness":100}}"#
        ),
        (EntityCommand(entity: "light/l1", values: [.hue: .number(1)]), nil),
        (EntityCommand(entity: "light/l1", values: [.brightness: .text("x")]), nil),
        (EntityCommand(entity: "light/l1", action: .stop), nil),
        (EntityCommand(entity: "light/other", values: [.on: .bool(true)]), nil),
    ]

    @Test(arguments: commands.indices)
    func commandsBecomeRequests(_ index: Int) throws {
        let (command, body) = Self.commands[index]
        let resources = try resources()
        let map = HueMap(resources, hasGroups: true)
        let device = command.entity.hasPrefix("light") ? "d1" : "k"
        let call = try? map.call(command, to: device, resources)
        expect(call.map { String(decoding: $0.body.text, as: UTF8.self) }, equals: body)
        expect(call?.path, equals: body == nil ? nil : command.entity)
    }

    @Test func servicesWithoutAPartAreNamed() throws {
        let resources = try resources([
            Bridge.device("d", "D", [("l1", "light"), ("s", "speaker"), ("m", "matter")]), Bridge.light,
        ])
        expect(
            HueMap(resources, hasGroups: false).leftOut(of: "d"),
            equals: [LeftOut("speaker/s", .unsupported("the hub has no part for Hue's speaker"))])
    }
}
