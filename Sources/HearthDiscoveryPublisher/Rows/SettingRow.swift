internal import HearthBase
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Numbers, texts and moments that people set.
enum SettingRow {
    private typealias T = StandardTraits

    private static let number = AttributeID(T.hearthProjectNumberSetting, "value")
    private static let minimum = AttributeID(T.hearthProjectNumberSetting, "minimum")
    private static let maximum = AttributeID(T.hearthProjectNumberSetting, "maximum")
    private static let step = AttributeID(T.hearthProjectNumberSetting, "step")
    private static let unit = AttributeID(T.hearthProjectNumberSetting, "unit")
    private static let numberClass = AttributeID(T.hearthProjectNumberSetting, "deviceClass")
    private static let mode = AttributeID(T.hearthProjectNumberSetting, "mode")
    private static let text = AttributeID(T.hearthProjectTextValue, "value")
    private static let longest = AttributeID(T.hearthProjectTextValue, "maximumLength")
    private static let isSecret = AttributeID(T.hearthProjectTextValue, "isSecret")
    private static let isTextSettable = AttributeID(T.hearthProjectTextValue, "isSettable")
    private static let moment = AttributeID(T.hearthProjectMoment, "value")
    private static let hasDate = AttributeID(T.hearthProjectMoment, "hasDate")
    private static let hasTime = AttributeID(T.hearthProjectMoment, "hasTime")
    private static let isMomentSettable = AttributeID(T.hearthProjectMoment, "isSettable")
    private static let cabinet = AttributeID(T.matterTemperatureControl, "temperatureSetpoint")
    private static let coldest = AttributeID(T.matterTemperatureControl, "minTemperature")
    private static let warmest = AttributeID(T.matterTemperatureControl, "maxTemperature")
    private static let cabinetStep = AttributeID(T.matterTemperatureControl, "step")
    private static let setTemperature = CommandID(T.matterTemperatureControl, "SetTemperature")

    static let describing: [AttributeID] = [
        minimum, maximum, step, unit, numberClass, mode, longest, isSecret, isTextSettable, hasDate, hasTime,
        isMomentSettable, coldest, warmest, cabinetStep,
    ]

    static func components(_ part: Part) -> [Component] {
        numbers(part) + cabinets(part) + texts(part) + moments(part)
    }

    // MARK: Numbers

    private static func numbers(_ part: Part) -> [Component] {
        guard part.has(T.hearthProjectNumberSetting) else { return [] }
        let modes: [Int64: String] = [1: "box", 2: "slider"]
        var options = limits(
            part.number(minimum), part.number(maximum), step: part.number(step) ?? 0,
            mode: part.integer(mode).flatMap { modes[$0] })
        if let unit = part.text(unit), !unit.isEmpty { options.append(("unit_of_measurement", .string(unit))) }
        if let known = part.text(numberClass).flatMap({ DeviceClasses.ofNumbers.known($0) }) {
            options.append(("device_class", .string(known)))
        }
        let property = Property.value {
            .number($0.number(number), digits: 6)
        } write: {
            payload, part throws(SetRefusal) in
            part.write(number, .double(try payload.number()))
        }
        return [
            Component(
                name: "number", platform: "number", title: "Number", isNamedByPart: true, options: options,
                properties: [property])
        ]
    }

    /// Home Assistant refuses numbers whose greatest value is not above the least, and steps below 0.001.
    private static func limits(
        _ low: Double?, _ high: Double?, step: Double, mode: String? = nil
    ) -> [(String, JSON)] {
        var options: [(String, JSON)] = []
        if let low, let high, low < high {
            options += [("min", .number(low, digits: 6)), ("max", .number(high, digits: 6))]
        }
        options.append(("step", .number(max(step > 0 ? step : 0.001, 0.001), digits: 6)))
        if let mode { options.append(("mode", .string(mode))) }
        return options
    }

    /// TemperatureControl with numbers, of refrigerators and ovens.
    private static func cabinets(_ part: Part) -> [Component] {
        guard part.has(cabinet) else { return [] }
        func degrees(_ attribute: AttributeID) -> Double? { part.number(attribute).map { $0 / 100 } }
        let options = limits(degrees(coldest), degrees(warmest), step: degrees(cabinetStep) ?? 0.5)
        let property = Property.value {
            .number($0.number(cabinet).map { $0 / 100 }, digits: 2)
        } write: { payload, part throws(SetRefusal) in
            let hundredths = Int64(nearest: min(max(try payload.number(), -273), 327) * 100)
            return setTemperature.request(part.number, ["targetTemperature": .signed(hundredths)])
        }
        return [
            Component(
                name: "setpoint", platform: "number", title: "Set temperature",
                options: options + [("device_class", .string("temperature")), ("unit_of_measurement", .string("°C"))],
                properties: [property])
        ]
    }

    // MARK: Texts

    /// The longest text that Home Assistant takes as a state.
    private static let longestState: Int64 = 255

    private static func texts(_ part: Part) -> [Component] {
        guard part.has(T.hearthProjectTextValue) else { return [] }
        guard part.bool(isTextSettable) == true else {
            guard part.has(T.matterOtaSoftwareUpdateRequestor) else {
                return [SensorRow.named("text", "Text") { .text(shown($0)) }]
            }
            // The part's name is that of its button.
            var version = SensorRow.sensor("text", "New version") { .text(shown($0)) }
            version.options.append(("entity_category", .string("diagnostic")))
            return [version]
        }
        let high = min(max(part.integer(longest) ?? longestState, 1), longestState)
        let isSecret = part.bool(isSecret) == true
        let property = Property.value {
            .string(shown($0) ?? "")
        } write: { payload, part in
            part.write(text, .string(payload.text))
        }
        return [
            Component(
                name: "text", platform: "text", title: "Text", isNamedByPart: true,
                // Home Assistant knows no null here, so that the least length is that of no text.
                options: [
                    ("min", .number(0)), ("max", .number(high)), ("mode", .string(isSecret ? "password" : "text")),
                ], properties: [property])
        ]
    }

    /// The text for Home Assistant; nil if it is unknown or secret.
    private static func shown(_ part: Part) -> String? {
        guard part.bool(isSecret) != true else { return nil }
        return part.text(text).map { String($0.unicodeScalars.prefix(Int(longestState))) }
    }

    // MARK: Moments

    /// Home Assistant before 2026 has no dates and times by MQTT, and refuses a device with a platform that it does not
    /// know. So a moment is a text in ISO 8601.
    private static func moments(_ part: Part) -> [Component] {
        guard part.has(T.hearthProjectMoment) else { return [] }
        let (date, time) = (part.bool(hasDate) == true, part.bool(hasTime) == true)
        guard part.bool(isMomentSettable) == true, date || time else {
            return [
                SensorRow.named("moment", "Time", deviceClass: date && !time ? "date" : nil) { .text($0.text(moment)) }
            ]
        }
        let pattern =
            (date ? #"\d{4}-\d\d-\d\d"# : "") + (date && time ? "T" : "") + (time ? #"\d\d:\d\d(:\d\d)?"# : "")
        // Home Assistant knows no null here.
        let property = Property.value {
            .string($0.text(moment) ?? "")
        } write: { payload, part in
            part.write(moment, .string(payload.text))
        }
        return [
            Component(
                name: "moment", platform: "text", title: date ? "Date" : "Time", isNamedByPart: true,
                options: [("pattern", .string("^(" + pattern + ")?$"))], properties: [property])
        ]
    }
}
