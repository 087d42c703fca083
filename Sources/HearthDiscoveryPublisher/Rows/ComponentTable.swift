internal import HearthTraitCore

/// The table from traits to components: a row for each kind, in the order in which a device's components are announced.
enum ComponentTable {
    private static let rows: [@Sendable (Part) -> [Component]] = [
        LightRow.components, SwitchRow.components, CoverRow.components, LockRow.components, ClimateRow.components,
        FanRow.components, HumidifierRow.components, ValveRow.components, VacuumRow.components, MediaRow.components,
        EventRows.components, BinarySensorRow.components, SensorRow.components, OptionRow.components,
        SettingRow.components, PressRow.components,
    ]

    /// The attributes on which the announcement of a component depends. A change of any other changes states only.
    static let describing = Set(
        LightRow.describing + CoverRow.describing + LockRow.describing + ClimateRow.describing + FanRow.describing
            + HumidifierRow.describing + ValveRow.describing + VacuumRow.describing + MediaRow.describing
            + EventRows.describing + BinarySensorRow.describing + SensorRow.describing + OptionRow.describing
            + SettingRow.describing + PressRow.describing)

    /// The components of an endpoint.
    static func components(_ part: Part) -> [Component] { rows.flatMap { $0(part) } }

    /// The platforms of all components, also of earlier versions of the hub. Home Assistant refuses a device with a
    /// platform that it does not know.
    static let platforms: Set<String> = [
        "alarm_control_panel", "binary_sensor", "button", "climate", "cover", "device_automation", "event", "fan",
        "humidifier", "light", "lock", "number", "select", "sensor", "switch", "text", "vacuum", "valve",
        "water_heater",
    ]
}
