/// The names of a trait's elements in its `.proto` file, derived from their names in Swift, so that the file can be
/// written from a descriptor, without the schema's source.
package enum WireNames {
    /// Words that are never split.
    private static let words = ["IPv4", "IPv6", "WiFi", "BTUh"]
    /// Constants that have the suffix `Value` in Swift, where the plain word has another meaning.
    package static let swiftCases: Set<String> = [
        "none", "some", "init", "self", "Type", "rawValue", "unrecognized_",
    ]

    /// `transitionTime` → `transition_time`.
    package static func field(_ swift: String) -> String { lowerSnake(swift) }

    /// `off` of `OnOffEnum` → `ON_OFF_ENUM_OFF`; `noneValue` → `…_NONE`, `k12hr` → `…_12HR`.
    package static func constant(_ swift: String, of type: String) -> String {
        var name = swift[...]
        if name.hasSuffix("Value"), swiftCases.contains(String(name.dropLast(5))) { name.removeLast(5) }
        if name.first == "k", name.dropFirst().first?.isNumber == true { name.removeFirst() }
        return prefix(type) + NameWords.split(String(name), whole: words).joined(separator: "_").uppercased()
    }

    /// The constants of an enum by index, and the name of its zero if the schema has none. `scope` is that of all enums
    /// of the trait.
    package static func constants(
        of type: EnumDescriptor, in scope: inout NameScope
    ) -> (values: [String], zero: String?) {
        let values = type.cases.map { scope.claim(constant($0.name, of: type.name), suffix: "_VALUE") }
        guard !type.cases.contains(where: { $0.value == 0 }) else { return (values, nil) }
        return (values, scope.claim(zero(of: type.name), suffix: "_ZERO"))
    }

    /// The name of an enum's zero if the schema has none.
    package static func zero(of type: String) -> String { prefix(type) + "UNSPECIFIED" }

    /// `OnOff` → `hearth/traits/matter/v1/on_off.proto`.
    package static func file(_ trait: String, package: String) -> String {
        package.split(separator: ".").joined(separator: "/") + "/\(lowerSnake(trait)).proto"
    }

    /// protobuf's JSON name: `on_off` → `onOff`.
    package static func json(_ field: String) -> String {
        var result: [UInt8] = []
        var capitalizes = false
        for byte in field.utf8 {
            let isLower = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
            if byte != UInt8(ascii: "_") { result.append(capitalizes && isLower ? byte - 0x20 : byte) }
            capitalizes = byte == UInt8(ascii: "_")
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func lowerSnake(_ name: String) -> String {
        NameWords.split(name, whole: words).joined(separator: "_").lowercased()
    }

    private static func prefix(_ type: String) -> String {
        NameWords.split(type).joined(separator: "_").uppercased() + "_"
    }
}
