internal import HearthAutomation

/// The automations of a structure, in order of creation, found by their ids.
package struct AutomationRecords: Sendable {
    package private(set) var all: [AutomationRecord] = []
    private var places: [String: Int] = [:]

    package init(_ records: [AutomationRecord] = []) {
        for record in records { put(record) }
    }

    subscript(id: String) -> AutomationRecord? { places[id].map { all[$0] } }

    mutating func put(_ record: AutomationRecord) {
        if let place = places[record.automation.id] {
            all[place] = record
        } else {
            places[record.automation.id] = all.count
            all.append(record)
        }
    }

    mutating func remove(_ id: String) {
        guard let place = places.removeValue(forKey: id) else { return }
        all.remove(at: place)
        for (index, record) in all[place...].enumerated() { places[record.automation.id] = place + index }
    }
}
