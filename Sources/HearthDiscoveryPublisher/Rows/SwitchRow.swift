internal import HearthTraitCatalog
internal import HearthTraitCore

/// OnOff of a part that is no light and has no other row.
enum SwitchRow {
    private typealias T = StandardTraits

    static let onOff = AttributeID(T.matterOnOff, "onOff")
    static let on = CommandID(T.matterOnOff, "On")
    static let off = CommandID(T.matterOnOff, "Off")

    static func components(_ part: Part) -> [Component] {
        guard part.has(T.matterOnOff), !LightRow.isLight(part), !FanRow.isFan(part), !ClimateRow.isClimate(part) else {
            return []
        }
        // A speaker's OnOff mutes it (Matter Device Library 1.4, section 10.7).
        let isSpeaker = part.isOf(T.speakerDeviceType)
        var options: [(String, JSON)] = []
        if part.isOf(T.onOffPluginUnitDeviceType) { options.append(("device_class", .string("outlet"))) }
        return [
            Component(
                name: "switch", platform: "switch", title: isSpeaker ? "Sound" : "Switch", isMain: !isSpeaker,
                options: options, properties: [power])
        ]
    }

    /// Switches by OnOff.
    private static let power = Property.value {
        .onOff($0.bool(onOff))
    } write: { payload, part throws(SetRefusal) in
        (try Words.onOff.value(payload) == 1 ? on : off).request(part.number)
    }
}
