internal import Expectations
internal import HearthDiscovery
internal import HearthEntities
internal import Testing

@Suite struct LightTests {
    private static let basic = """
        {"stat_t": "s", "cmd_t": "c", "bri_stat_t": "bs", "bri_cmd_t": "b", "bri_scl": 100, "clr_temp_stat_t": "ts",
         "clr_temp_cmd_t": "t", "rgb_stat_t": "rs", "rgb_cmd_t": "r", "fx_cmd_t": "f", "fx_list": ["rainbow"], ORDER}
        """

    private func light(_ order: String) throws -> Sample {
        try Sample("light", Self.basic.replacing("ORDER", with: #""on_cmd_type": "\#(order)""#))
    }

    @Test func aBasicLightIsMapped() throws {
        expect(
            try light("last").map.entity.kind,
            equals: .light(
                .init(hasBrightness: true, mireds: 153...500, color: .hueSaturation, effects: ["rainbow"])))
    }

    @Test func partsAreSentInTheLightsOrder() throws {
        let values: [EntityProperty: EntityValue] = [.on: .bool(true), .brightness: .number(0.5)]
        expect(try light("last").sent(.set, values), equals: ["b 50", "c ON"])
        expect(try light("first").sent(.set, values), equals: ["c ON", "b 50"])
        expect(try light("brightness").sent(.set, values), equals: ["b 50"])
        expect(
            try light("brightness").sent(.set, [.on: .bool(true)], known: [.brightness: .number(0.2)]),
            equals: ["b 20"])
        expect(try light("brightness").sent(.set, [.on: .bool(false)]), equals: ["c OFF"])
        expect(try light("last").sent(.set, [.brightness: .number(0.001)]), equals: ["b 1"])
    }

    @Test func coloursOfABasicLight() throws {
        let light = try light("last")
        expect(try light.sent(.set, [.hue: .number(240), .saturation: .number(50)]), equals: ["r 128,128,255"])
        expect(try light.sent(.set, [.colorTemperature: .number(300)]), equals: ["t 300"])
        var script = Script.with("light", Self.basic.replacing("ORDER", with: #""qos": 0"#))
        expect(
            script.says("rs", "0,255,0"),
            equals: ["report entity:light:thing light:light/thing hue=120.0 saturation=100.0"])
        expect(script.says("rs", "1,2"), equals: [])
    }

    @Test func brightnessWithoutATopicIsInTheColour() throws {
        let light = try Sample("light", #"{"cmd_t": "c", "rgbw_cmd_t": "r", "rgbw_stat_t": "s"}"#)
        expect(
            try light.sent(
                .set, [.brightness: .number(0.5)], known: [.hue: .number(0), .saturation: .number(100)]),
            equals: ["r 128,0,0,0"])
    }

    @Test func theColourModeDecidesWhatIsShown() {
        var script = Script.with(
            "light",
            """
            {"cmd_t": "c", "stat_t": "s", "hs_cmd_t": "h", "hs_stat_t": "s", "hs_val_tpl": "{{ value_json.hs }}",
             "val_tpl": "{{ value_json.on }}", "clr_temp_cmd_t": "t", "clr_temp_stat_t": "s",
             "clr_temp_val_tpl": "{{ value_json.ct }}", "clrm_stat_t": "s", "clrm_val_tpl": "{{ value_json.mode }}"}
            """)
        let name = "report entity:light:thing light:light/thing"
        expect(
            script.says("s", #"{"on": "ON", "hs": "120,50", "ct": 300, "mode": "color_temp"}"#),
            equals: ["\(name) on=true colorTemperature=300.0 hue=? saturation=? x=? y=?"])
        expect(
            script.says("s", #"{"on": "ON", "hs": "120,50", "ct": 300, "mode": "hs"}"#),
            equals: ["\(name) on=true colorTemperature=? hue=120.0 saturation=50.0"])
    }

    @Test(arguments: [
        (#"["onoff"]"#, EntityKind.Light(hasTransition: true)),
        (#"["brightness"]"#, EntityKind.Light(hasBrightness: true, hasTransition: true)),
        (
            #"["color_temp", "xy"]"#,
            EntityKind.Light(hasBrightness: true, mireds: 153...500, color: .xy, hasTransition: true)
        ),
        (#"["rgbw"]"#, EntityKind.Light(hasBrightness: true, color: .hueSaturation, hasTransition: true)),
    ])
    func aLightWithJSONIsMapped(_ modes: String, _ kind: EntityKind.Light) throws {
        let map = try Sample("light", #"{"schema": "json", "stat_t": "s", "cmd_t": "c", "sup_clrm": \#(modes)}"#).map
        expect(map.entity.kind, equals: .light(kind))
    }

    @Test func aLightWithJSONSendsOneMessage() throws {
        let light = try Sample(
            "light",
            #"{"schema": "json", "cmd_t": "c", "bri_scl": 254, "sup_clrm": ["rgb", "color_temp"], "fx_list": ["a"]}"#)
        expect(
            try light.sent(
                .set, [.on: .bool(true), .brightness: .number(1), .hue: .number(0), .saturation: .number(100)],
                transition: .milliseconds(1_500)),
            equals: [#"c {"brightness":254,"color":{"b":0,"g":0,"r":255},"state":"ON","transition":1.5}"#])
        expect(
            try light.sent(.set, [.colorTemperature: .number(250), .effect: .text("a")]),
            equals: [#"c {"color_temp":250,"effect":"a","state":"ON"}"#])
        expect(
            try light.sent(.set, [.on: .bool(false), .brightness: .number(1)]), equals: [#"c {"state":"OFF"}"#])
    }

    @Test func aLightWithJSONIsRead() {
        var script = Script.with(
            "light",
            #"{"schema": "json", "stat_t": "s", "cmd_t": "c", "clr_temp_k": true, "sup_clrm": ["hs", "color_temp"]}"#)
        let name = "report entity:light:thing light:light/thing"
        expect(
            script.says(
                "s",
                #"""
                {"state": "ON", "brightness": 51, "color_temp": 4000, "color_mode": "color_temp",
                "color": {"h": 1, "s": 2}}
                """#
            ),
            equals: ["\(name) on=true brightness=0.2 colorTemperature=250.0 hue=? saturation=? x=? y=?"])
        expect(script.says("s", #"{"state": null}"#), equals: ["\(name) on=? hue=? saturation=? x=? y=?"])
        expect(script.says("s", "ON"), equals: [])
    }

    @Test func aLightWithTemplatesIsCommandedAndRead() throws {
        let options = """
            {"schema": "template", "stat_t": "s", "cmd_t": "c", "cmd_off_tpl": "off",
             "cmd_on_tpl": "on{% if brightness is defined %},{{ brightness }}{% endif %}\
            {% if red is defined %},{{ red }}-{{ green }}-{{ blue }}{% endif %}\
            {% if transition is defined %},{{ transition }}{% endif %}",
             "stat_tpl": "{{ value.split(',')[0] }}", "bri_tpl": "{{ value.split(',')[1] }}",
             "r_tpl": "{{ 255 }}", "g_tpl": "{{ 0 }}", "b_tpl": "{{ 0 }}"}
            """
        let light = try Sample("light", options)
        expect(
            try light.sent(
                .set, [.on: .bool(true), .brightness: .number(0.5), .hue: .number(120), .saturation: .number(100)],
                transition: .seconds(2)), equals: ["c on,128,0-255-0,2.0"])
        expect(try light.sent(.set, [.on: .bool(false)]), equals: ["c off"])
        var script = Script.with("light", options)
        expect(
            script.says("s", "on,51"),
            equals: ["report entity:light:thing light:light/thing on=true brightness=0.2 hue=0.0 saturation=100.0"])
    }
}
