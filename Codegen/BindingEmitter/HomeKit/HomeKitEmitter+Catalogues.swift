internal import BindingPlan
internal import Foundation
internal import HearthBase

extension HomeKitEmitter {
    /// The services that HAP lists, by its names.
    var hapServices: [(name: String, row: NamedRow<HomeKitTables.ServiceRow>)] {
        tables.services.compactMap { row in row.name.map { ($0, row) } }.ordered(by: \.0)
    }

    /// The characteristics by HAP's names.
    var hapCharacteristics: [NamedRow<HomeKitTables.CharacteristicRow>] {
        tables.characteristics.ordered(by: \.name)
    }

    /// `ServiceCatalogue`.
    func serviceCatalogue(_ text: inout CodeText) {
        text.documentation(
            "HAP's services for the functions of devices in alphabetical order, as defined in HAP-NodeJS.",
            "Services for pairing, transport, firmware and recording are left out.")
        text.block("public enum ServiceCatalogue") { text in
            text.documentation("All services. Speaker and TelevisionSpeaker share a type.")
            text.line("public static let all: [ServiceDefinition] = [")
            text.indented { text in
                for (name, row) in hapServices {
                    var lists = [("", Self.members(row.required ?? []))]
                    if let optional = row.optional { lists.append(("optional: ", Self.members(optional))) }
                    let arguments = Self.names(name, homeKit: row.homeKit)
                    Self.emit("ServiceDefinition", arguments, lists, &text)
                }
            }
            text.line("]")
        }
    }

    /// `CharacteristicCatalogue`.
    func characteristicCatalogue(_ text: inout CodeText) {
        text.documentation(
            "The characteristics of HAP's services in alphabetical order, as defined in HAP-NodeJS.",
            "The limits are defaults; a device's own limits take precedence.")
        text.block("public enum CharacteristicCatalogue") { text in
            text.documentation("All characteristics.")
            text.line("public static let all: [CharacteristicDefinition] = [")
            text.indented { text in
                for row in hapCharacteristics {
                    var lists: [(String, [String])] = []
                    let values = (row.values ?? []).ordered(by: \.value).compactMap { value in
                        value.name.map { "\(value.value): \($0.quoted)" }
                    }
                    if !values.isEmpty { lists.append(("values: ", values)) }
                    Self.emit("CharacteristicDefinition", Self.arguments(row), lists, &text)
                }
            }
            text.line("]")
        }
    }

    private static func members(_ names: [String]) -> [String] { names.map { "." + swiftName($0) } }

    private static func names(_ name: String, homeKit: String?) -> [String] {
        [".\(swiftName(name))", name.quoted, "homeKit: \(homeKit?.quoted ?? "nil")"]
    }

    private static func arguments(_ row: NamedRow<HomeKitTables.CharacteristicRow>) -> [String] {
        var result = names(row.name, homeKit: row.homeKit)
        result += [".\(row.format)", permissions(row.permissions)]
        if let unit = row.unit { result.append("unit: .\(unit)") }
        if let low = row.minimum, let high = row.maximum {
            result.append("range: \(low < 0 ? "(\(low))" : "\(low)")...\(high)")
        }
        if let step = row.step { result.append("step: \(step)") }
        if let length = row.maximumLength { result.append("length: \(length)") }
        return result
    }

    private static func permissions(_ permissions: [HomeKitTables.Permission]) -> String {
        switch permissions {
        case [.read, .events]: return ".readEvents"
        case [.read, .write, .events]: return ".readWriteEvents"
        default:
            let names = permissions.map { ".\($0)" }
            return names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
        }
    }

    /// An element of an array: `head(arguments, label: [items]),` with each list on a line of its own if one line would
    /// be too long.
    private static func emit(
        _ head: String, _ arguments: [String], _ lists: [(label: String, items: [String])], _ text: inout CodeText
    ) {
        let all = arguments + lists.map { "\($0.label)[\($0.items.joined(separator: ", "))]" }
        let whole = "\(head)(\(all.joined(separator: ", "))),"
        if text.fits(whole) { return text.line(whole) }
        text.line(head + "(")
        text.indented { text in
            text.filled(arguments, end: lists.isEmpty ? ")," : ",")
            for (index, list) in lists.enumerated() {
                text.call(list.label, list.items, index == lists.count - 1 ? ")," : ",", brackets: ("[", "]"))
            }
        }
    }
}
