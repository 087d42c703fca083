internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore

/// WindowCovering and ClosureControl as covers. Matter counts how far a covering is closed, Home Assistant how far it is
/// open.
enum CoverRow {
    private typealias T = StandardTraits

    private static let type = AttributeID(T.matterWindowCovering, "type")
    private static let lift = AttributeID(T.matterWindowCovering, "currentPositionLiftPercent100ths")
    private static let tilt = AttributeID(T.matterWindowCovering, "currentPositionTiltPercent100ths")
    private static let status = AttributeID(T.matterWindowCovering, "operationalStatus")
    private static let open = CommandID(T.matterWindowCovering, "UpOrOpen")
    private static let close = CommandID(T.matterWindowCovering, "DownOrClose")
    private static let stop = CommandID(T.matterWindowCovering, "StopMotion")
    private static let goToLift = CommandID(T.matterWindowCovering, "GoToLiftPercentage")
    private static let goToTilt = CommandID(T.matterWindowCovering, "GoToTiltPercentage")

    private static let tags = AttributeID(T.matterDescriptor, "tagList")
    private static let mainState = AttributeID(T.matterClosureControl, "mainState")
    private static let current = AttributeID(T.matterClosureControl, "overallCurrentState")
    private static let target = AttributeID(T.matterClosureControl, "overallTargetState")
    private static let moveTo = CommandID(T.matterClosureControl, "MoveTo")
    private static let stopClosure = CommandID(T.matterClosureControl, "Stop")

    static let describing: [AttributeID] = [
        .features(T.matterWindowCovering), .features(T.matterClosureControl), type, tags,
    ]

    static func components(_ part: Part) -> [Component] { covering(part) + closure(part) }

    // MARK: WindowCovering

    private static func covering(_ part: Part) -> [Component] {
        guard part.has(T.matterWindowCovering) else { return [] }
        var options: [(String, JSON)] = []
        if let known = part.integer(type).flatMap({ CoverClass(type: $0) }) {
            options.append(("device_class", .string(known.word)))
        }
        var properties = [
            Property.value {
                state($0)
            } write: { payload, part throws(SetRefusal) in
                try payload.word(of: [("OPEN", open), ("CLOSE", close), ("STOP", stop)]).request(part.number)
            }
        ]
        if part.hasFeature(T.matterWindowCovering, 0x4) {
            properties.append(
                Property(
                    name: "position", state: ("position_topic", "position_template"), command: "set_position_topic",
                    read: { opened($0, lift) },
                    write: { payload, part throws(SetRefusal) in
                        goToLift.request(part.number, ["liftPercent100thsValue": try closed(payload)])
                    }))
        }
        if part.hasFeature(T.matterWindowCovering, 0x10) {
            properties.append(
                Property(
                    name: "tilt", state: ("tilt_status_topic", "tilt_status_template"), command: "tilt_command_topic",
                    read: { opened($0, tilt) },
                    write: { payload, part throws(SetRefusal) in
                        goToTilt.request(part.number, ["tiltPercent100thsValue": try closed(payload)])
                    }))
        }
        return [
            Component(
                name: "cover", platform: "cover", title: "Cover", isMain: true, options: options,
                properties: properties)
        ]
    }

    private static func state(_ part: Part) -> JSON {
        // The lowest two bits of OperationalStatus: 1 is opening, 2 closing.
        switch (part.integer(status) ?? 0) & 0x3 {
        case 1: return .string("opening")
        case 2: return .string("closing")
        default:
            let position = part.has(lift) ? lift : tilt
            return .text(part.integer(position).map { $0 >= 10_000 ? "closed" : "open" })
        }
    }

    /// How far it is open, in percent. Home Assistant refuses null as a position, and ignores an empty text.
    private static func opened(_ part: Part, _ attribute: AttributeID) -> JSON {
        part.integer(attribute).map { .number((10_000 - min(max($0, 0), 10_000) + 50) / 100) } ?? .string("")
    }

    private static func closed(_ payload: SetPayload) throws(SetRefusal) -> TraitValue {
        .count((100 - (try payload.integer(in: 0...100))) * 100)
    }

    // MARK: ClosureControl

    private static func closure(_ part: Part) -> [Component] {
        guard part.has(T.matterClosureControl) else { return [] }
        let deviceClass = ClosureClass(tagList: part.value(tags)) ?? .garage
        var options: [(String, JSON)] = [("device_class", .string(deviceClass.rawValue))]
        // 4 is Instantaneous, which has no Stop.
        let canStop = !part.hasFeature(T.matterClosureControl, 0x4)
        if !canStop { options.append(("payload_stop", .null)) }
        let property = Property.value {
            closureState($0)
        } write: { payload, part throws(SetRefusal) in
            let moves: [(word: String, value: UInt64?)] = [("OPEN", 1), ("CLOSE", 0), ("STOP", nil)]
            guard let position = try payload.word(of: moves) else { return stopClosure.request(part.number) }
            return moveTo.request(part.number, ["position": .unsigned(position)])
        }
        return [
            Component(
                name: "closure", platform: "cover", title: "Door", isMain: true, options: options,
                properties: [property])
        ]
    }

    private static func closureState(_ part: Part) -> JSON {
        // Field 0 of both states is the position: 0 is closed, 1 open. 1 of MainState is Moving.
        if part.integer(mainState) == 1, let wanted = part.value(target)?.structure?[0]?.integer {
            return .string(wanted == 0 ? "closing" : "opening")
        }
        return .text(part.value(current)?.structure?[0]?.integer.map { $0 == 0 ? "closed" : "open" })
    }
}
