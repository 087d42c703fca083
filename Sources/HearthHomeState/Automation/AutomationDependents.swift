internal import HearthAutomation

/// The automations that depend on each object, so that a change re-checks only those that name the object.
struct AutomationDependents: Sendable {
    private struct Entry {
        let objectIDs: Set<String>
        let author: String
    }

    private var entries: [String: Entry] = [:]
    private var byObject: [String: Set<String>] = [:]
    private var byAuthor: [String: Set<String>] = [:]
    /// Automations with actions on groups, which depend on where devices are.
    private(set) var withGroups: Set<String> = []

    /// The people who have saved automations.
    var authors: [String] { Array(byAuthor.keys) }

    mutating func put(_ automation: Automation) {
        remove(automation.id)
        let entry = Entry(objectIDs: automation.graph.objectIDs, author: automation.savedBy)
        entries[automation.id] = entry
        for id in entry.objectIDs { byObject[id, default: []].insert(automation.id) }
        byAuthor[entry.author, default: []].insert(automation.id)
        if !automation.graph.groups.isEmpty { withGroups.insert(automation.id) }
    }

    mutating func remove(_ id: String) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        for object in entry.objectIDs {
            byObject[object]?.remove(id)
            if byObject[object]?.isEmpty == true { byObject[object] = nil }
        }
        byAuthor[entry.author]?.remove(id)
        if byAuthor[entry.author]?.isEmpty == true { byAuthor[entry.author] = nil }
        withGroups.remove(id)
    }

    func automations(naming objects: Set<String>) -> Set<String> {
        objects.reduce(into: []) { found, id in if let ids = byObject[id] { found.formUnion(ids) } }
    }

    func automations(savedBy author: String) -> Set<String> { byAuthor[author] ?? [] }
}
