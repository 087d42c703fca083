internal import HearthEntities

extension RGB {
    /// Hue and saturation.
    var values: [EntityProperty: EntityValue] { [.hue: .number(hue), .saturation: .number(saturation)] }
}

/// The words for the present colour of a light.
enum LightMode {
    private static let colors: Set<EntityProperty> = [.hue, .saturation, .x, .y]

    /// The properties that do not count in a mode of Home Assistant: a light shows a colour or a temperature.
    static func hidden(_ mode: String) -> Set<EntityProperty> {
        switch mode {
        case "color_temp": colors
        case "hs", "xy", "rgb", "rgbw", "rgbww": [.colorTemperature]
        case "white", "brightness", "onoff": colors.union([.colorTemperature])
        default: []
        }
    }
}
