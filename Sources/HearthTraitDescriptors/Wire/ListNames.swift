/// The names of the wrapper messages for lists of a trait: one for each kind of entry, in the order of first use.
package struct ListNames<Entry: Hashable> {
    package private(set) var all: [(name: String, item: Entry)] = []

    package init() {}

    /// The message for a list of these entries, named after them; created at first use.
    package mutating func name(of item: Entry, stem: String, in scope: inout NameScope) -> String {
        if let known = self[item] { return known }
        let name = scope.claim(stem + "List", suffix: "Wrapper")
        all.append((name, item))
        return name
    }

    /// The name for these entries; nil if none was created.
    package subscript(_ item: Entry) -> String? { all.first { $0.item == item }?.name }
}
