internal import Foundation
internal import HearthBase

extension HomeKitTables {
    /// The names of gRPC's status codes; the index is the number (gRPC documentation, Status codes).
    static let grpcStatuses = [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
        "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
        "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
    ]

    /// What is wrong with the rows; each text begins with the row.
    var problems: [String] {
        errorProblems + serviceProblems + characteristicProblems + valueTypeProblems
    }

    private var errorProblems: [String] {
        var found = Self.repeated(errors.map { ($0.label, "code \($0.code)") })
        found += Self.names("name", errors.map { ($0.label, $0.name) })
        for row in errors where !Self.grpcStatuses.dropFirst().contains(row.grpcStatus) {
            found.append("\(row.label): '\(row.grpcStatus)' is not the status of an error in gRPC")
        }
        return found
    }

    private var serviceProblems: [String] {
        // HAP gives Speaker and TelevisionSpeaker the same type; HomeKit has a constant for one of them.
        var found = Self.repeated(services.filter { $0.homeKit != nil }.map { ($0.label, "type '\($0.type)'") })
        found += Self.names("name", services.compactMap { row in row.name.map { (row.label, $0) } })
        found += Self.names("HomeKit name", services.compactMap { row in row.homeKit.map { (row.label, $0) } })
        let known = Set(characteristics.map(\.name))
        for row in services {
            found += Self.typeProblems(row.label, row.type)
            if row.name == nil, row.homeKit == nil { found.append("\(row.label): has neither 'name' nor 'homeKit'") }
            if (row.homeKit == nil) != (row.comment == nil) {
                found.append("\(row.label): 'homeKit' and 'comment' need each other")
            }
            let named = (row.required ?? []) + (row.optional ?? [])
            found += Self.repeated(named.map { (row.label, "characteristic '\($0)'") })
            found += named.filter { !known.contains($0) }.map { "\(row.label): no characteristic is called '\($0)'" }
        }
        return found
    }

    private var characteristicProblems: [String] {
        var found = Self.repeated(characteristics.map { ($0.label, "type '\($0.type)'") })
        found += Self.names("name", characteristics.map { ($0.label, $0.name) })
        found += Self.names("HomeKit name", characteristics.map { ($0.label, $0.homeKit) })
        for row in characteristics {
            found += Self.typeProblems(row.label, row.type)
            found += Self.limitProblems(row)
            found += Self.valueProblems(row.label, row.values ?? [], isEnumeration: row.valueType != nil)
            if row.permissions.isEmpty { found.append("\(row.label): 'permissions' is empty") }
            if row.valueType == nil, row.valueComment != nil {
                found.append("\(row.label): 'valueComment' needs 'valueType'")
            }
            if let low = row.minimum, let high = row.maximum {
                for value in row.values ?? [] where !(low...max(low, high)).contains(Decimal(value.value)) {
                    found.append("\(row.label), \(value.label): \(value.value) is not within \(low) and \(high)")
                }
            }
        }
        return found
    }

    private var valueTypeProblems: [String] {
        let types = characteristics.compactMap { row in row.valueType.map { (row.label, $0) } }
        return Self.names("value type", types + otherValues.map { ($0.label, $0.valueType) })
            + otherValues.flatMap { Self.valueProblems($0.label, $0.values, isEnumeration: true) }
    }

    private static func limitProblems(_ row: NamedRow<CharacteristicRow>) -> [String] {
        var found: [String] = []
        if (row.minimum == nil) != (row.maximum == nil) {
            found.append("\(row.label): 'minimum' and 'maximum' need each other")
        }
        if let low = row.minimum, let high = row.maximum, low > high {
            found.append("\(row.label): 'minimum' \(low) is greater than 'maximum' \(high)")
        }
        if !row.format.isNumber, row.minimum != nil || row.maximum != nil || row.step != nil {
            found.append("\(row.label): the format \(row.format) has no limits")
        }
        if row.format != .string, row.maximumLength != nil {
            found.append("\(row.label): only strings have 'maximumLength'")
        }
        return found
    }

    private static func valueProblems(
        _ label: String, _ values: [NamedRow<ValueRow>], isEnumeration: Bool
    ) -> [String] {
        var found = repeated(values.map { (label, "value \($0.value)") })
        found += names("value", values.compactMap { row in row.name.map { (label, $0) } })
        found += names("HomeKit value", values.compactMap { row in row.homeKit.map { (label, $0) } })
        for row in values {
            let place = "\(label), \(row.label)"
            if row.name == nil, row.homeKit == nil { found.append("\(place): has neither 'name' nor 'homeKit'") }
            if (row.homeKit == nil) != (row.comment == nil) {
                found.append("\(place): 'homeKit' and 'comment' need each other")
            }
            if row.homeKit != nil, !isEnumeration {
                found.append("\(place): 'homeKit' needs a 'valueType' for the row")
            }
        }
        if isEnumeration, values.allSatisfy({ $0.homeKit == nil }) {
            found.append("\(label): 'valueType' needs values with 'homeKit'")
        }
        return found
    }

    private static func typeProblems(_ label: String, _ type: String) -> [String] {
        let isShort = UInt32(type, radix: 16).map { hex($0, digits: 1, uppercase: true) == type } ?? false
        return isShort ? [] : ["\(label): '\(type)' is not a type; write its number in hexadecimal, such as 3E"]
    }

    /// Names of one kind that Swift would not take or that a second row has as well, by the row.
    private static func names(_ kind: String, _ rows: [(label: String, name: String)]) -> [String] {
        let wrong = rows.filter { $0.name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) == nil }
        return wrong.map { "\($0.label): the \(kind) '\($0.name)' is not a name in Swift" }
            + repeated(rows.map { ($0.label, "\(kind) '\($0.name)'") })
    }

    /// The errors for facts that a later row repeats.
    private static func repeated(_ facts: [(label: String, fact: String)]) -> [String] {
        var first: [String: String] = [:]
        return facts.compactMap { label, fact in
            guard let other = first.updateValue(label, forKey: fact) else { return nil }
            return "\(label): \(fact) is given twice" + (other == label ? "" : ", first to \(other)")
        }
    }
}
