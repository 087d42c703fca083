/// The names of the messages in which lists of a trait travel: one for each kind of entry, in the order in which they
/// are first needed.
package struct ListNames<Entry: Hashable> {
    package private(set) var all: [(name: String, item: Entry)] = []

    package init() {}

    /// The message for a list of these entries, named after them.
    package mutating func name(of item: Entry, stem: String, in scope: inout NameScope) -> String {
        if let known = self[item] { return known }
        let name = scope.claim(stem + "List", suffix: "Wrapper")
        all.append((name, item))
        return name
    }

    /// The name for entries that have one.
    package subscript(_ item: Entry) -> String? { all.first { $0.item == item }?.name }
}
