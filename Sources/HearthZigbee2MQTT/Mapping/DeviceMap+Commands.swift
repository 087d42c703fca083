package import HearthEntities
internal import HearthBase
package import HearthJSON
package import HearthTraitCore

extension DeviceMap {
    /// A command as the JSON of a message to `NAME/set`.
    package struct Setting: Hashable, Sendable {
        package var json: JSONValue
        /// The properties whose next state confirms the command; empty if the device reports none of them.
        package var confirmedBy: Set<String>
    }

    /// The JSON of a command.
    ///
    /// - Parameter known: the last value of properties that consist of several; they are always set as a whole.
    /// - Throws: `TraitError` if the entity doesn't have the property, or a value does not fit.
    package func setting(_ command: EntityCommand, known: [String: JSONValue]) throws(TraitError) -> Setting {
        var object: [String: JSONValue] = [:]
        if command.action != .set {
            guard let json = actions[command.entity]?[command.action] else {
                throw TraitError(
                    .unsupportedCommand,
                    "\(quoted(device.name)) does not take the command \(command.action) for \(quoted(command.entity))")
            }
            object = json.members
        } else {
            let writes = self.writes[command.entity] ?? [:]
            // Whole objects before their parts, and the rest in a fixed order.
            let order = EntityProperty.allCases.enumerated().sorted {
                (writes[$0.element]?.path.count ?? 0, $0.offset) < (writes[$1.element]?.path.count ?? 0, $1.offset)
            }
            for (_, property) in order {
                guard let value = command.values[property] else { continue }
                // Whatever else is set, the light turns off.
                if command.values[.on] == .bool(false), property != .on { continue }
                guard let write = writes[property] else {
                    throw TraitError(
                        .unsupportedWrite,
                        "\(quoted(device.name)) does not let the \(property) of \(quoted(command.entity)) be set")
                }
                object = try adding(value, write, to: object, known, property)
            }
        }
        if fading.contains(command.entity), let transition = command.transition {
            object["transition"] = .number(max(transition, .zero).inSeconds)
        }
        if let duration = command.duration, let sounding = sounding[command.entity] {
            let seconds = JSONValue.number(min(max(duration, .zero).inSeconds, sounding.most))
            object = Self.setting(sounding.path[...], to: seconds, in: .object(object)).members
        }
        guard !object.isEmpty else {
            throw TraitError(.invalidCommand, "a command to \(quoted(device.name)) sets nothing; name a property")
        }
        let reported = Set(reads.compactMap(\.path.first))
        return Setting(json: .object(object), confirmedBy: reported.intersection(object.keys))
    }

    private func adding(
        _ value: EntityValue, _ write: Write, to object: [String: JSONValue], _ known: [String: JSONValue],
        _ property: EntityProperty
    ) throws(TraitError) -> [String: JSONValue] {
        if case .number(let number) = value, let range = write.range, !range.contains(number) {
            throw TraitError(
                .constraintError,
                "the \(property) \(number) is outside \(range.lowerBound) to \(range.upperBound) of \(quoted(device.name))"
            )
        }
        guard var json = write.conversion.json(of: value), let first = write.path.first else {
            throw TraitError(.constraintError, "\(quoted(device.name)) has no such value of its \(property)")
        }
        // A dim light is not off.
        if property == .brightness, json == .number(0), case .number(let wanted) = value, wanted > 0 {
            json = .number(1)
        }
        var object = object
        if write.path.count == 1 {
            object[first] = json
        } else {
            let whole = object[first] ?? (isColor(property) ? .object([:]) : known[first] ?? .object([:]))
            object[first] = Self.setting(write.path.dropFirst(), to: json, in: whole)
        }
        return object
    }

    /// Colours are given in one space only, so what is known of another one must not be repeated.
    private func isColor(_ property: EntityProperty) -> Bool {
        switch property {
        case .x, .y, .hue, .saturation: true
        default: false
        }
    }

    private static func setting(_ path: ArraySlice<String>, to json: JSONValue, in whole: JSONValue) -> JSONValue {
        guard let key = path.first else { return json }
        var members = whole.members
        members[key] = setting(path.dropFirst(), to: json, in: members[key] ?? .object([:]))
        return .object(members)
    }
}
