internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A trait that was found by its path, with the data that the verbs check.
struct LocatedTrait: Sendable {
    let path: TraitPath
    /// The same trait as its provider knows it.
    let providerPath: TraitPath
    let cell: StructureCell
    let port: ProviderPort?
    let deviceName: String
    let record: DeviceTrait
    let connectivity: SourceConnectivity
    let position: StructurePosition
    /// The rights of the caller in the structure.
    let access: StructureAccess

    private var descriptor: TraitDescriptor { record.descriptor }

    /// Adds the target and the trait to an error.
    func complete(_ error: TraitError) -> TraitError {
        var error = error
        error.target = path.target
        error.traitID = path.traitID
        error.trait = descriptor.typeName
        return error
    }

    /// The status for a provider's error about an element.
    func rpcError(_ error: any Error, _ element: TraitError.Element? = nil) -> RPCError {
        guard var reason = error as? TraitError else {
            let error = RPCError(error)
            // The provider was detached, or did not answer.
            switch error.code {
            case .unavailable: return error.adding(HomeKitDetail(unreachable, of: path.target.deviceID))
            case .deadlineExceeded: return error.adding(HomeKitDetail(.operationTimedOut, of: path.target.deviceID))
            default: return error
            }
        }
        reason.element = reason.element ?? element
        return complete(reason).sent()
    }

    private func refuse(
        _ status: MatterStatus, _ message: String, _ element: TraitError.Element? = nil, field: String = "",
        constraint: String = ""
    ) -> RPCError {
        complete(TraitError(status, message, element: element, field: field, constraint: constraint)).sent()
    }

    // MARK: Elements

    /// - Throws: if the device does not accept the command, naming those that it accepts.
    func command(_ id: UInt32) throws(RPCError) -> CommandDescriptor {
        if let command = descriptor.command(id), takes(id) { return command }
        let name = descriptor.command(id)?.methodName ?? "command \(id)"
        let taken = descriptor.commands.filter { takes($0.id) }.map(\.methodName)
        let hint = taken.isEmpty ? "it takes no commands" : "it takes \(taken.joined(separator: ", "))"
        throw refuse(
            .unsupportedCommand, "\(deviceName) does not take \(descriptor.name).\(name); \(hint)", .command(id))
    }

    private func takes(_ command: UInt32) -> Bool {
        record.attributes[GlobalAttribute.acceptedCommandList]?.list?.contains { $0.integer == Int64(command) } ?? true
    }

    /// Whether the device ignores the command because it is off.
    func ignores(_ command: CommandDescriptor, _ arguments: StructureValue) -> Bool {
        guard ExecuteIfOff.applies(to: path.traitID) else { return false }
        let switchKey = TraitKey(endpoint: path.target.endpoint, traitID: Self.onOff)
        let onOff = cell.read { $0.devices[path.target.deviceID]?.traits[switchKey]?.attributes[0]?.bool }
        return onOff == false
            && ExecuteIfOff.ignores(command, arguments, of: descriptor, attributes: record.attributes)
    }

    private static let onOff: UInt32 = 0x0006

    func checkReadable(_ id: UInt32, visible: StructureValue, by caller: Caller) throws(RPCError) {
        guard visible[id] == nil else { return }
        guard let attribute = descriptor.attribute(id), record.attributes[id] != nil else {
            let name = descriptor.attribute(id)?.name ?? "attribute \(id)"
            let known = descriptor.attributes.filter { visible[$0.id] != nil && !GlobalAttribute.contains($0.id) }
            throw refuse(
                .unsupportedAttribute,
                "\(deviceName) has no \(descriptor.name).\(name); it has \(known.map(\.name).joined(separator: ", "))",
                .attribute(id), field: name)
        }
        guard let privilege = attribute.read else {
            throw refuse(
                .unsupportedRead, "\(descriptor.name).\(attribute.name) can't be read", .attribute(id),
                field: attribute.name, constraint: "write-only")
        }
        throw denied("read \(descriptor.name).\(attribute.name)", Rights(privilege), caller, .attribute(id))
    }

    // MARK: Rights and timed interactions

    func checkMayInvoke(_ command: CommandDescriptor, by caller: Caller, limit: Duration) throws(RPCError) {
        let name = "\(descriptor.name).\(command.methodName)"
        let right = command.right(of: path.traitID, attributes: record.attributes)
        guard access.rights.isSuperset(of: right) else {
            throw denied("send \(name)", right, caller, .command(command.id))
        }
        if command.isTimed { try checkTimed(name, by: caller, limit: limit, .command(command.id)) }
    }

    func checkMayWrite(_ values: StructureValue, by caller: Caller, limit: Duration) throws(RPCError) {
        guard !values.isEmpty else {
            throw refuse(.invalidAction, "the update of \(descriptor.name) names no attribute to write")
        }
        for id in values.fields.keys.sorted() {
            // Unknown and read-only attributes are refused later, with the other rules.
            guard let attribute = descriptor.attribute(id), let privilege = attribute.write else { continue }
            let name = "\(descriptor.name).\(attribute.name)"
            guard access.rights.isSuperset(of: Rights(privilege)) else {
                throw denied("write \(name)", Rights(privilege), caller, .attribute(id))
            }
            if attribute.isTimedWrite { try checkTimed(name, by: caller, limit: limit, .attribute(id)) }
        }
        // A guest may protect people from being watched, and not undo it.
        if case .guest = access, let id = CameraPrivacy.switchedOff(by: values, path, record.attributes) {
            let name = descriptor.attribute(id)?.name ?? "attribute \(id)"
            throw refuse(
                .unsupportedAccess,
                "\(caller.principal.subject) may not switch off \(name) of \(deviceName); ask an owner or administrator",
                .attribute(id))
        }
    }

    private func denied(
        _ action: String, _ right: Rights, _ caller: Caller, _ element: TraitError.Element
    ) -> RPCError {
        refuse(
            .unsupportedAccess, "\(caller.principal.subject) may not \(action); ask for the right to \(right.homeName)",
            element)
    }

    /// Checks Matter's timed interaction: a call for an action that must not happen late needs a short deadline.
    private func checkTimed(
        _ name: String, by caller: Caller, limit: Duration, _ element: TraitError.Element
    ) throws(RPCError) {
        guard caller.timeLimit.map({ $0 <= limit }) != true else { return }
        throw refuse(
            .needsTimedInteraction,
            "\(name) needs a deadline of at most \(limit.wholeSeconds) s; set one for the call", element,
            constraint: "timed")
    }

    // MARK: Values

    /// A command's arguments, with the encoded message if it holds exactly these.
    func arguments(of command: CommandDescriptor, in payload: TraitPayload) throws(RPCError) -> TraitContent {
        switch payload {
        case .values(let values): return TraitContent(values: values)
        case .encoded(let bytes):
            do {
                let (values, isExact) = try descriptor.decodeArgumentsExactly(of: command, bytes.span.bytes)
                return TraitContent(values: values, message: isExact ? bytes : nil)
            } catch let twice as ValueAndNull {
                throw refuse(
                    twice, .invalidCommand, "\(descriptor.name).\(command.methodName)", .command(command.id))
            } catch {
                throw refuse(
                    .invalidCommand,
                    "the arguments of \(descriptor.name).\(command.methodName) can't be read: \(error)",
                    .command(command.id))
            }
        }
    }

    /// Attributes to write, with the encoded message if it holds exactly these.
    func attributes(in payload: TraitPayload) throws(RPCError) -> TraitContent {
        switch payload {
        case .values(let values): return TraitContent(values: values)
        case .encoded(let bytes):
            do {
                let unknown = try descriptor.unknownAttribute(in: bytes.span.bytes)
                guard unknown == nil else {
                    throw refuse(
                        .unsupportedAttribute,
                        "\(descriptor.name) has no attribute with the field number \(unknown ?? 0) in this version; "
                            + "compare the .proto files",
                        .attribute(unknown.map { $0 &- 1 } ?? 0))
                }
                let (values, isExact) = try descriptor.decodeAttributesExactly(bytes.span.bytes)
                return TraitContent(values: values, message: isExact ? bytes : nil)
            } catch let error as RPCError {
                throw error
            } catch let twice as ValueAndNull {
                throw refuse(twice, .invalidAction, descriptor.name, .attribute(twice.id))
            } catch {
                throw refuse(.invalidDataType, "the attributes of \(descriptor.name) can't be read: \(error)")
            }
        }
    }

    private func refuse(
        _ twice: ValueAndNull, _ status: MatterStatus, _ name: String, _ element: TraitError.Element
    ) -> RPCError {
        refuse(
            status, "\(name): \(twice.field) has a value and is in null_fields; leave out one of them", element,
            field: twice.field, constraint: "a value or null")
    }

    // MARK: The device

    /// The provider that carries out a request; throws at once if the device is offline.
    func reachable() throws(RPCError) -> any DeviceProvider {
        if let port, connectivity.connectivityState != .offline { return port.provider }
        let error = complete(
            TraitError(.timeout, "\(deviceName) (\(path.target.deviceID)) is offline; try again when it is back"))
        throw error.sent(as: .unavailable, homeKit: unreachable)
    }

    /// Records that a command or an update is about to be sent, so that reports of its effect name the caller.
    func sending(by caller: Caller, at time: Duration) -> UInt64 {
        let target = providerPath.target
        let key = TraitKey(endpoint: target.endpoint, traitID: providerPath.traitID)
        return cell.commands { $0.add(caller.origin, to: key, of: target.deviceID, at: time) }
    }

    /// Forgets a command that the device refused. One that got no answer may still have an effect.
    func failed(_ command: UInt64, _ error: any Error) {
        guard error is TraitError else { return }
        cell.commands { $0.remove(command, from: providerPath.target.deviceID) }
    }

    /// HomeKit's error code for an unreachable device.
    private var unreachable: HomeKitErrorCode {
        providerPath.target.deviceID == path.target.deviceID ? .accessoryNotReachable : .bridgedAccessoryNotReachable
    }

    /// - Throws: ``RPCError`` caused by ``OutcomeUnknown`` if the provider was detached: its later reports are ignored,
    ///   so the hub does not know the result of a write.
    func checkReported() throws(RPCError) {
        guard port?.isClosed ?? true else { return }
        throw OutcomeUnknown(
            message: "\(deviceName) was detached during the write, so it is unknown whether it has the new values; try "
                + "again when it is back"
        ).rpcError.adding(HomeKitDetail(unreachable, of: path.target.deviceID))
    }
}
