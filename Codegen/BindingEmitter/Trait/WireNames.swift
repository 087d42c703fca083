/// The names that a trait's elements get in its `.proto` file, from their names in Swift: so that whoever has no
/// schema, but the trait as data, can write the same descriptor. HearthTraitCore has the same rules; a test compares
/// what both give for every trait.
enum WireNames {
    /// Words that are never cut.
    private static let words = ["IPv4", "IPv6", "WiFi", "BTUh"]

    /// `transitionTime` → `transition_time`.
    static func field(_ swift: String) -> String { Namer.lowerSnake(swift, whole: words) }

    /// `off` of `OnOffEnum` → `ON_OFF_ENUM_OFF`: constants share the scope around their enum. `noneValue` is called so
    /// in Swift alone, and `k12hr` for its digit.
    static func constant(_ swift: String, of type: String) -> String {
        var name = swift[...]
        if name.hasSuffix("Value"), TraitNamer.reservedCases.contains(String(name.dropLast(5))) { name.removeLast(5) }
        if name.first == "k", name.dropFirst().first?.isNumber == true { name.removeFirst() }
        return prefix(type) + Namer.upperSnake(String(name), whole: words)
    }

    /// What an enum calls its zero where the schema has none.
    static func zero(of type: String) -> String { prefix(type) + "UNSPECIFIED" }

    /// As `buf lint` has it, which knows no words.
    private static func prefix(_ type: String) -> String { Namer.upperSnake(type) + "_" }

    /// `OnOff` → `on_off.proto`, in the folder of its package.
    static func file(_ trait: String, package: String) -> String {
        package.split(separator: ".").joined(separator: "/") + "/\(Namer.lowerSnake(trait, whole: words)).proto"
    }
}
