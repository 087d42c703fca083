/// Assigns a unique name to each member of a scope.
package struct NameScope {
    private var used: Set<String>

    package init(reserved: Set<String> = []) {
        used = reserved
    }

    /// The wanted name, or the name with the suffix if that is taken, or otherwise with a number. All end in `ending`.
    package mutating func claim(_ wanted: String, suffix: String = "", ending: String = "") -> String {
        var name = wanted + ending
        var number = 1
        while !used.insert(name).inserted {
            name = wanted + suffix + (number == 1 ? "" : String(number)) + ending
            number += 1
        }
        return name
    }
}
