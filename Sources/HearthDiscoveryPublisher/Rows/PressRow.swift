internal import HearthTraitCatalog
internal import HearthTraitCore

/// Press as a button.
enum PressRow {
    private typealias T = StandardTraits

    private static let deviceClass = AttributeID(T.hearthProjectPress, "deviceClass")
    private static let press = CommandID(T.hearthProjectPress, "PressCommand")

    static let describing: [AttributeID] = [deviceClass]

    static func components(_ part: Part) -> [Component] {
        let own = part.text(deviceClass)
        // Not all who may use the broker are administrators of the home.
        guard part.has(T.hearthProjectPress), own != NetworkPress.deviceClass else { return [] }
        let known = own.flatMap { DeviceClasses.ofButtons.known($0) }
        var component = button("press", "Press", deviceClass: known) { _, part in press.request(part.number) }
        component.isNamedByPart = true
        // Otherwise each device with updates has such a button among its main entities.
        if known == "update" || known == "restart" { component.options.append(("entity_category", .string("config"))) }
        return [component]
    }

    /// A button, whose command is `PRESS`.
    static func button(
        _ name: String, _ title: String, deviceClass: String? = nil, _ write: @escaping Property.Write
    ) -> Component {
        Component(
            name: name, platform: "button", title: title,
            options: deviceClass.map { [("device_class", .string($0))] } ?? [], properties: [.command(write)])
    }
}
