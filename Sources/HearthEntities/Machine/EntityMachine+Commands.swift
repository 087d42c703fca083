internal import HearthTraitCatalog
package import HearthTraitCore

extension EntityMachine {
    /// A command of the hub on its way.
    package struct Sending: Sendable {
        /// The device's id in its integration.
        package var deviceID: String
        package var commands: [EntityCommand]
        /// Attributes that no command sets, as the hub keeps them.
        var kept: [DeviceChange.TraitKey: StructureValue] = [:]
        /// The ticket with which a later state confirms it; nil if none can or need.
        package var ticket: UInt64?
        /// The time that the device may take beyond the usual.
        package var extra: Duration = .zero
        /// Whether a command has a code, which the device may refuse without a word.
        package var hasCode = false
        /// The command's response; nil for a bare status.
        package var response: StructureValue?
        /// The field of the response that has what an action answers; nil if it has none.
        package var answerField: UInt32?
        /// Tickets of earlier commands for the same properties, which no state will confirm now.
        package var superseded: [UInt64] = []
    }

    /// The longest time that a command's transition adds to the wait for its state. Matter's transitions may take 6,553 s,
    /// but lights report their target when they begin.
    private static let mostExtra = Duration.seconds(60)

    /// Translates a command of the hub.
    ///
    /// - Throws: ``TraitError`` if the device is not reachable, or has no such command.
    package mutating func begin(_ invocation: CommandInvocation) throws(TraitError) -> Sending {
        let (device, part, key, trait) = try place(invocation.path)
        try Self.reach(device)
        guard let command = trait.command(invocation.command.id) else {
            throw TraitError(
                .unsupportedCommand, "\(trait.name) has no command \(invocation.command.name)",
                element: .command(invocation.command.id))
        }
        let call = TraitCall(
            part: part, trait: trait, command: command, arguments: invocation.arguments,
            present: device.values[key] ?? [:], beside: { device.values(of: $0) })
        guard let converter = device.plan.converter(ofPart: part) else { throw call.unsupported }
        var sending = sending(try converter.commands(call, device.states), device, invocation.cause)
        sending.response = trait.success(of: command)
        sending.answerField = command.response?.field(named: "answer")?.id
        return sending
    }

    /// The device of which a command takes a picture, and whether a privacy mode forbids it; nil for another command.
    ///
    /// - Throws: ``TraitError`` if the device is not reachable, or has no such stream of pictures.
    package func picture(_ invocation: CommandInvocation) throws(TraitError) -> (deviceID: String, isPrivate: Bool)? {
        let trait = StandardTraits.matterCameraAvStreamManagement
        guard invocation.path.traitID == trait.id, invocation.command.name == "CaptureSnapshot" else { return nil }
        let (device, _, key, _) = try place(invocation.path)
        try Self.reach(device)
        let wanted = invocation.command.arguments.field(named: "snapshotStreamID").flatMap {
            invocation.arguments[$0.id]
        }
        guard wanted?.integer ?? CameraConverter.snapshotStream == CameraConverter.snapshotStream else {
            throw TraitError(.notFound, "the camera has no such stream of pictures; give none")
        }
        return (device.plan.device.id, CameraConverter.isPrivate(device.values[key] ?? [:]))
    }

    /// The device behind a device of the hub; nil if it is gone.
    package func deviceID(of hubID: String) -> String? { keys[hubID] }

    /// Translates a write of the hub.
    ///
    /// - Throws: ``TraitError`` if the device has no such setting, or is not reachable, unless the hub keeps the setting.
    package mutating func begin(_ update: AttributeUpdate) throws(TraitError) -> Sending {
        let (device, part, key, trait) = try place(update.path)
        let write = TraitWrite(part: part, trait: trait, values: update.values, present: device.values[key] ?? [:])
        let converter = device.plan.converter(ofPart: part)
        if let kept = try converter?.kept(write) {
            return Sending(deviceID: device.plan.device.id, commands: [], kept: [key: trait.attributes(kept)])
        }
        try Self.reach(device)
        guard let converter else {
            try write.expect()
            return Sending(deviceID: device.plan.device.id, commands: [])
        }
        return sending(try converter.commands(write, device.states), device, update.cause)
    }

    private func place(
        _ path: TraitPath
    ) throws(TraitError) -> (Device, String, DeviceChange.TraitKey, TraitDescriptor) {
        guard let id = keys[path.target.deviceID], let device = devices[id] else {
            throw TraitError(.notFound, "the device \(quoted(path.target.deviceID)) is gone")
        }
        let name = quoted(device.plan.device.name)
        let key = DeviceChange.TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)
        guard let part = device.numbers.part(path.target.endpoint), let trait = device.traits[key] else {
            throw TraitError(
                .unsupportedEndpoint, "\(name) does not have that trait on endpoint \(path.target.endpoint) now")
        }
        return (device, part, key, trait)
    }

    private static func reach(_ device: Device) throws(TraitError) {
        guard !device.isReachable else { return }
        throw TraitError(.timeout, "\(quoted(device.plan.device.name)) does not answer; it is offline")
    }

    private mutating func sending(_ commands: [EntityCommand], _ device: Device, _ cause: ChangeCause) -> Sending {
        let id = device.plan.device.id
        var sending = Sending(deviceID: id, commands: commands)
        for command in commands { devices[id]?.states.noteAlarmTarget(of: command) }
        let expectations = commands.filter { command in
            guard let entity = device.plan.entity(command.entity) else { return false }
            return !entity.isAssumed && !entity.isSecret
        }.flatMap { Expectation.of($0, device.states) }
        let places = Set(expectations.map(\.place))
        sending.superseded = device.pending.filter { pending in
            pending.expectations.contains { places.contains($0.place) }
        }.map(\.ticket)
        devices[id]?.pending.removeAll { sending.superseded.contains($0.ticket) }
        sending.hasCode = commands.contains { $0.code != nil }
        sending.extra = min(commands.compactMap(\.transition).max() ?? .zero, Self.mostExtra)
        guard !expectations.allSatisfy({ $0.isMet(by: device.states) }) else { return sending }
        lastTicket += 1
        sending.ticket = lastTicket
        devices[id]?.pending.append(
            Pending(
                ticket: lastTicket, cause: cause, expectations: expectations,
                hasCode: sending.hasCode))
        return sending
    }

    /// Takes on the state that a sent command leads to, for entities that do not confirm commands, and what the hub keeps.
    ///
    /// - Returns: nil if nothing changed.
    package mutating func assume(_ sending: Sending, cause: ChangeCause) -> DeviceChange? {
        guard let device = devices[sending.deviceID] else { return nil }
        guard sending.kept.isEmpty else {
            for (key, values) in sending.kept {
                devices[sending.deviceID]?.values[key, default: [:]].fields.merge(values.fields) { $1 }
            }
            return DeviceChange(deviceID: device.hubID, attributes: sending.kept, cause: cause)
        }
        let commands = sending.commands.filter { device.plan.entity($0.entity)?.isAssumed ?? false }
        guard !commands.isEmpty else { return nil }
        for command in commands {
            let state = EntityState(entity: command.entity, values: AssumedState.of(command, device.states))
            devices[sending.deviceID]?.states.take(LightStates.exclusive(state))
        }
        let converters = device.plan.converters(of: commands.map(\.entity))
        let attributes = devices[sending.deviceID]?.update(converters) ?? [:]
        return attributes.isEmpty ? nil : DeviceChange(deviceID: device.hubID, attributes: attributes, cause: cause)
    }

    /// Gives up waiting for the state of a command.
    ///
    /// - Returns: the error for its sender; nil if the command was confirmed meanwhile.
    package mutating func expire(_ ticket: UInt64, of deviceID: String, after time: Duration) -> TraitError? {
        guard let device = devices[deviceID], let pending = device.pending.first(where: { $0.ticket == ticket }) else {
            return nil
        }
        devices[deviceID]?.giveUp(ticket)
        let (name, seconds) = (quoted(device.plan.device.name), time.components.seconds)
        guard !pending.hasCode else {
            return TraitError(
                .failure,
                "\(name) did not confirm it within \(seconds) s; "
                    + "check the code, as the device does not report a wrong one")
        }
        return TraitError(
            .timeout,
            "sent to \(name), but not confirmed by the device within \(seconds) s; its state is shown once it reports it"
        )
    }

    /// Forgets a command that could not be sent.
    package mutating func cancel(_ ticket: UInt64, of deviceID: String) {
        devices[deviceID]?.giveUp(ticket)
    }
}

extension EntityMachine.Device {
    /// Waits no longer for the state of a command.
    fileprivate mutating func giveUp(_ ticket: UInt64) {
        for failed in pending where failed.ticket == ticket { states.forgetAlarmTarget(of: failed.expectations) }
        pending.removeAll { $0.ticket == ticket }
    }
}
