package import HearthTerminal
internal import HearthTraitCore

/// `hearth set DEVICE Trait.attribute=value …`
package enum SetCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        var traitName: String?
        var assignments: [String] = []
        for word in arguments.positional.dropFirst() {
            guard let equals = word.firstIndex(of: "="), let dot = word[..<equals].lastIndex(of: ".") else {
                throw CommandError(.usage, "\(quoted(word)) is not TRAIT.ATTRIBUTE=VALUE, as in OnOff.onTime=300")
            }
            let name = String(word[..<dot])
            if let traitName, traitName != name {
                throw CommandError(
                    .usage, "\(traitName) and \(name) are two traits; one call writes one trait, all or nothing")
            }
            traitName = name
            assignments.append(String(word[word.index(after: dot)...]))
        }
        let endpoint = try Connection.endpoint(arguments)
        let hub = try await Connection.open(arguments)
        let device = try await hub.house().device(arguments.positional[0])
        let (trait, target) = try House.trait(traitName ?? "", of: device, endpoint: endpoint)
        let values = try Assignments.read(
            assignments, fields: trait.descriptor.attributes.map(\.field), of: trait.descriptor,
            kind: "attribute of \(trait.descriptor.name)")
        let after = try await hub.update(
            trait.descriptor, of: target, values, on: device, isRaw: Assignments.areRaw(assignments))
        let written = trait.descriptor.attributes.map(\.field).filter { values[$0.id] != nil }
        let isConfirmed = written.allSatisfy { after[$0.id] == values[$0.id] }
        if arguments.has("json") {
            try printLine(
                JSON.object([
                    ("device", .string(device.id)), ("trait", .string(trait.descriptor.name)),
                    ("attributes", JSON(after, written, of: trait.descriptor)), ("confirmed", .bool(isConfirmed)),
                ]).text)
        } else {
            let values = written.compactMap { field in
                after[field.id].map { "\(field.name) is \(Values.text($0, field, of: trait.descriptor))" }
            }
            let head = isConfirmed ? "" : "taken, not yet confirmed: "
            try printLine("\(device.name): \(head)\(values.joined(separator: ", "))")
        }
    }
}
