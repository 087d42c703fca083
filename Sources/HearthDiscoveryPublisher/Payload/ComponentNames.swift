/// The names of a device's components at Home Assistant, which puts the device's name before them.
struct ComponentNames {
    enum Name: Equatable {
        /// The device's name alone.
        case ofDevice
        /// Home Assistant's own name of the device class, in its language.
        case ofClass
        case own(String)
    }

    /// In the order of the plan.
    let names: [Name]

    init(_ plan: DevicePlan, _ device: PublishedDevice) {
        let labels = Dictionary(
            device.endpoints.map { ($0.number, $0.label) }, uniquingKeysWith: { first, _ in first })
        let mains = plan.entries.count { $0.component.isMain }
        var titles: [String: Int] = [:]
        for entry in plan.entries { titles[entry.component.title, default: 0] += 1 }
        names = plan.entries.map { entry in
            let component = entry.component
            if component.isMain, mains == 1 { return .ofDevice }
            let isOnly = titles[component.title] == 1
            let label = labels[entry.endpoint] ?? nil
            if component.isMain || component.isNamedByPart {
                return .own(label ?? (isOnly ? component.title : "\(component.title) \(entry.endpoint)"))
            }
            if isOnly { return Self.hasClassName(component) ? .ofClass : .own(component.title) }
            guard let label else { return .own("\(component.title) \(entry.endpoint)") }
            let hasTitle = label.lowercased().contains(component.title.lowercased())
            return .own(hasTitle ? label : "\(label) \(component.title)")
        }
    }

    /// Whether Home Assistant names a component of these platforms by its device class.
    private static func hasClassName(_ component: Component) -> Bool {
        guard let deviceClass = component.deviceClass, deviceClass != "enum" else { return false }
        return ["binary_sensor", "sensor", "number"].contains(component.platform)
    }
}
