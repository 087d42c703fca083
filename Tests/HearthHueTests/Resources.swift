internal import HearthJSON

/// Resources of a bridge for tests.
enum Bridge {
    static let id = "001788fffe123456"

    static func json(_ text: String) throws -> JSONValue { try JSONValue([UInt8](text.utf8), bytes: 1 << 20) }

    /// A list of resources as a bridge answers.
    static func answer(_ resources: [String]) -> String {
        #"{"errors":[],"data":[\#(resources.joined(separator: ","))]}"#
    }

    static func device(_ id: String, _ name: String, _ services: [(id: String, type: String)], _ more: String = "")
        -> String
    {
        let list = services.map { #"{"rid":"\#($0.id)","rtype":"\#($0.type)"}"# }.joined(separator: ",")
        return #"{"id":"\#(id)","type":"device","metadata":{"name":"\#(name)"},"services":[\#(list)],"product_data":"#
            + #"{"manufacturer_name":"Signify","product_name":"Hue lamp","software_version":"1.2"\#(more)}}"#
    }

    static let bridge = #"{"id":"b","type":"bridge","bridge_id":"\#(id)"}"#
    static let lamp = device("d1", "Lamp", [("l1", "light"), ("z1", "zigbee_connectivity"), ("e1", "entertainment")])
    static let light =
        #"{"id":"l1","type":"light","on":{"on":true},"dimming":{"brightness":50,"min_dim_level":2},"#
        + #""color_temperature":{"mirek":366,"mirek_valid":true,"mirek_schema":{"mirek_minimum":153,"#
        + #""mirek_maximum":454}},"color":{"xy":{"x":0.4,"y":0.5}},"effects":{"status":"no_effect","#
        + #""effect_values":["no_effect","fire"]}}"#
    static let link = #"{"id":"z1","type":"zigbee_connectivity","status":"connected"}"#
    static let remote = device("d2", "Remote", [("b1", "button"), ("r1", "relative_rotary")])
    static let button =
        #"{"id":"b1","type":"button","metadata":{"control_id":2},"button":{"button_report":"#
        + #"{"updated":"2026-11-01T08:00:00.000Z","event":"short_release"},"#
        + #""event_values":["initial_press","short_release","long_press","long_release"]}}"#
    static let dial = #"{"id":"r1","type":"relative_rotary","relative_rotary":{}}"#
    static let room =
        #"{"id":"k","type":"room","metadata":{"name":"Kitchen"},"children":[{"rid":"d1","rtype":"device"}],"#
        + #""services":[{"rid":"g1","rtype":"grouped_light"}]}"#
    static let group = #"{"id":"g1","type":"grouped_light","on":{"on":true},"dimming":{"brightness":25}}"#
    static let scene = #"{"id":"s1","type":"scene","metadata":{"name":"Evening"},"group":{"rid":"k","rtype":"room"}}"#

    static let all = [bridge, lamp, light, link, remote, button, dial, room, group, scene]
}
