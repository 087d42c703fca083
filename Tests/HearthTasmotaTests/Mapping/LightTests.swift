internal import Expectations
internal import HearthEntities
internal import HearthTasmota
internal import HearthTraitCore
internal import Testing

@Suite struct LightTests {
    private func light(_ channels: Int, options: String = "", relays: String = "2", more: String = "") throws
        -> TasmotaMap
    {
        try Documents.map(Documents.config(relays: relays, channels: channels, options: options, more: more))
    }

    private let effects = ["Wake up", "Cycle up", "Cycle down", "Random"]

    @Test func channelsDecideWhatALightShows() throws {
        let expected: [EntityKind.Light] = [
            .init(), .init(hasBrightness: true, hasTransition: true),
            .init(hasBrightness: true, mireds: 153...500, hasTransition: true),
            .init(hasBrightness: true, color: .hueSaturation, effects: effects, hasTransition: true),
            .init(hasBrightness: true, color: .hueSaturation, effects: effects, hasTransition: true),
            .init(
                hasBrightness: true, mireds: 153...500, color: .hueSaturation, effects: effects, hasTransition: true),
        ]
        for (channels, kind) in expected.enumerated() {
            let map = try light(channels)
            expect(map.entities.first?.kind, equals: .light(kind), "\(channels) channels")
            expect(map.keys, equals: channels == 4 ? ["light:1", "white"] : ["light:1"])
        }
        let reduced = try light(2, options: #","82":1"#)
        expect(
            reduced.entities.first?.kind,
            equals: .light(.init(hasBrightness: true, mireds: 200...380, hasTransition: true)))
    }

    @Test func aColorIsToldFromWhite() throws {
        let map = try light(5)
        let color = try map.values(
            "light:1",
            after: #"{"POWER":"ON","Dimmer":60,"HSBColor":"240,50,60","White":0,"CT":153,"Scheme":2}"#)
        expect(
            color,
            equals: [
                .on: .bool(true), .brightness: .number(0.6), .hue: .number(240), .saturation: .number(50),
                .colorTemperature: .unknown, .effect: .text("Cycle up"),
            ])
        let white = try map.values(
            "light:1", after: #"{"POWER":"ON","Dimmer":40,"HSBColor":"240,50,0","White":40,"CT":300,"Scheme":0}"#)
        expect(
            white,
            equals: [
                .on: .bool(true), .brightness: .number(0.4), .hue: .unknown, .saturation: .unknown,
                .colorTemperature: .number(300), .effect: .text("None"),
            ])
    }

    @Test func anUnlinkedLightIsTwo() throws {
        let map = try light(5, relays: "2,2", more: #","lk":0"#)
        expect(map.keys, equals: ["light:1", "light:2"])
        let state = #"{"POWER1":"ON","POWER2":"OFF","Dimmer1":10,"Dimmer2":70,"HSBColor":"10,20,10","CT":400}"#
        expect(
            try map.values("light:1", after: state),
            equals: [.on: .bool(true), .brightness: .number(0.1), .hue: .number(10), .saturation: .number(20)])
        expect(
            try map.values("light:2", after: state),
            equals: [.on: .bool(false), .brightness: .number(0.7), .colorTemperature: .number(400)])
        expect(
            try map.sends(EntityCommand(entity: "light:2", values: [.brightness: .number(0.3)])), equals: ["Dimmer2 30"]
        )
    }

    @Test func separateChannelsAreDimmers() throws {
        let map = try light(3, options: #","68":1"#, relays: "2,2,2")
        expect(
            try map.values("light:3", after: #"{"POWER3":"ON","Channel3":25,"HSBColor":"1,2,3"}"#),
            equals: [.on: .bool(true), .brightness: .number(0.25)])
        expect(
            try map.sends(EntityCommand(entity: "light:3", values: [.on: .bool(true), .brightness: .number(0.001)])),
            equals: ["Channel3 1", "POWER3 ON"])
    }

    @Test func valuesThatAreNoneAreUnknown() throws {
        expect(
            try light(5).values(
                "light:1",
                after:
                    #"{"POWER":"STUCK","Dimmer":"x","HSBColor":"nan,inf,1","CT":1e400,"Scheme":-9223372036854775808}"#),
            equals: [.on: .unknown, .brightness: .unknown, .effect: .text("None")])
    }

    @Test func commandsAreThoseOfTheLight() throws {
        let map = try light(5)
        func sends(
            _ values: [EntityProperty: EntityValue], _ transition: Duration? = nil,
            known: [EntityProperty: EntityValue] = [:]
        ) throws -> [String] {
            try map.sends(EntityCommand(entity: "light:1", values: values, transition: transition), known: known)
        }
        expect(try sends([.on: .bool(true)]), equals: ["POWER1 ON"])
        expect(try sends([.on: .bool(false), .brightness: .number(1)]), equals: ["POWER1 OFF"])
        expect(try sends([.on: .bool(true), .brightness: .number(0.5)]), equals: ["Dimmer 50", "POWER1 ON"])
        expect(try sends([.colorTemperature: .number(900)]), equals: ["CT 500"])
        expect(try sends([.hue: .number(240), .saturation: .number(99.7)]), equals: ["HSBColor 240,100,100"])
        expect(
            try sends([.hue: .number(0), .saturation: .number(0)], known: [.brightness: .number(0.25)]),
            equals: ["HSBColor 0,0,25"])
        expect(
            try sends([.hue: .number(9), .saturation: .number(8), .brightness: .number(0.07)]),
            equals: ["HSBColor 9,8,7"])
        expect(try sends([.effect: .text("Random")]), equals: ["Scheme 4"])
        expect(try sends([.effect: .text("None")]), equals: ["Scheme 0"])
        // Half seconds from nothing to full, so twice the time for half the way.
        expect(
            try sends(
                [.brightness: .number(1)], .seconds(3), known: [.on: .bool(true), .brightness: .number(0.5)]),
            equals: ["Fade2 1", "Speed2 12", "Dimmer 100"])
        expect(try sends([.on: .bool(false)], .seconds(500)), equals: ["Fade2 1", "Speed2 40", "POWER1 OFF"])
        expect(try sends([.on: .bool(true)], .zero), equals: ["Fade2 0", "POWER1 ON"])
        expect(try map.sends(EntityCommand(entity: "light:1", action: .toggle)), equals: ["POWER1 TOGGLE"])
        expect(throws: TraitError.self) { try sends([:], .seconds(1)) }
        expect(throws: TraitError.self) { try sends([.brightness: .text("high")]) }
        let fixed = try light(1, options: #","117":1"#)
        expect(
            try fixed.sends(
                EntityCommand(entity: "light:1", values: [.brightness: .number(1)], transition: .seconds(2))),
            equals: ["Fade2 1", "Speed2 4", "Dimmer 100"])
        let tuya = try light(1, more: #","ty":1"#)
        expect(tuya.entities.first?.kind, equals: .light(.init(hasBrightness: true)), "they can't fade")
        let plain = try light(3)
        expect(throws: TraitError.self) {
            try plain.sends(EntityCommand(entity: "light:1", values: [.colorTemperature: .number(300)]))
        }
        let white = try light(4)
        expect(
            try white.sends(EntityCommand(entity: "white", values: [.value: .number(33.3)])), equals: ["White 33"])
    }

    @Test func anIFanIsAFanWithALight() throws {
        let map = try light(0, relays: "2,0", more: #","if":1"#)
        expect(map.keys, equals: ["light:1", "fan"])
        expect(map.entities.first?.kind, equals: .light(.init()))
        expect(
            try map.values("fan", after: #"{"POWER1":"ON","FanSpeed":2}"#),
            equals: [.on: .bool(true), .speed: .number(2.0 / 3)])
        func fan(_ values: [EntityProperty: EntityValue], _ speed: Double) throws -> [String] {
            try map.sends(EntityCommand(entity: "fan", values: values), known: [.speed: .number(speed)])
        }
        expect(try fan([.on: .bool(false)], 1), equals: ["FanSpeed 0"])
        expect(try fan([.on: .bool(true)], 0), equals: ["FanSpeed 2"])
        expect(try fan([.on: .bool(true)], 1), equals: [])
        expect(try fan([.speed: .number(0.4)], 0), equals: ["FanSpeed 2"])
    }
}
