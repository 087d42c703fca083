internal import Hearth
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

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
        let device = try await Connection.open(arguments).listing().device(arguments.positional[0])
        let trait = try HomeListing.trait(traitName ?? "", of: device, endpoint: endpoint)
        let values = try Assignments.read(
            assignments, fields: trait.descriptor.attributes.map(\.field), of: trait.descriptor,
            kind: "attribute of \(trait.descriptor.name)")
        let action = DeviceAction(
            endpoint: trait.target.endpoint, trait: trait.descriptor, content: .update(values))
        // A limit of values that were typed as raw numbers is said in raw numbers.
        let typed = Assignments.areRaw(assignments) ? nil : action
        let answer = try await CommandError.ofHome(changing: device.name, by: typed) {
            try await device.object.send(action, timeout: .seconds(10))
        }
        let after = answer.values ?? [:]
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
