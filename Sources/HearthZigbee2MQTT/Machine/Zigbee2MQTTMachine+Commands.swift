internal import HearthBase
package import HearthBrokerLinks
package import HearthEntities
internal import HearthJSON
internal import HearthMQTT
internal import HearthTraitCore

extension Zigbee2MQTTMachine {
    /// Sends a command. An answer with its number follows.
    package mutating func send(
        _ command: EntityCommand, to deviceID: String, number: UInt64, now: Duration
    ) -> [BrokerAction] {
        if command.action == .install, command.entity == DeviceMap.updateKey {
            return request(.installUpdate(deviceID: deviceID), number: number, now: now)
        }
        if let request = BridgeButtons.request(command, of: deviceID), devices[deviceID]?.isGroup == false {
            return self.request(request, number: number, now: now)
        }
        let device: KnownDevice
        let setting: DeviceMap.Setting
        do throws(TraitError) {
            device = try ready(deviceID)
            guard !device.isDisabled else {
                throw TraitError(.invalidInState, "\(quoted(device.name)) is disabled in zigbee2mqtt; enable it there")
            }
            setting = try device.map.setting(command, known: device.wholes)
        } catch {
            return [.answer(number, error)]
        }
        let members = setting.json.members
        // Parts of a whole that is only set are never reported.
        for property in device.map.wholeProperties {
            if let whole = members[property], case .object = whole { devices[deviceID]?.wholes[property] = whole }
        }
        waiting.append(
            Waiting(
                number: number,
                kind: .command(
                    deviceID: deviceID, all: Set(members.keys),
                    sent: members.filter { setting.confirmedBy.contains($0.key) }),
                deadline: now + Self.patience))
        if sent.count >= Self.mostWaiting { sent.removeFirst() }
        sent.append(SentCommand(deviceID: deviceID, properties: Set(members.keys), until: now + Self.settling))
        // Before the command, as a refusal is only in the log.
        let log: [BrokerAction] = loggingEnds == nil ? [.subscribe([topic("bridge/logging")])] : []
        loggingEnds = now + Self.settling
        let message = MQTTMessage(topic: topic("\(device.name)/set"), payload: setting.json.text, qos: 1)
        return log + [.publish([message], waiting: number)]
    }

    /// Sends a request to the bridge. An answer with its number follows.
    package mutating func request(_ request: BridgeRequest, number: UInt64, now: Duration) -> [BrokerAction] {
        var data = request.data
        do throws(TraitError) {
            if let deviceID = request.deviceID {
                data["id"] = .string(try ready(deviceID).name)
            } else {
                try mustBeReady()
            }
            try request.check()
        } catch {
            return [.answer(number, error)]
        }
        // A rename says it otherwise than all other requests.
        if case .rename = request { data["from"] = data.removeValue(forKey: "id") }
        requestCount &+= 1
        let transaction = "\(settings.requestPrefix)-\(requestCount)"
        data["transaction"] = .string(transaction)
        waiting.append(
            Waiting(
                number: number, kind: .request(transaction: transaction, isDoneAtEnd: request.isDoneAtEnd),
                deadline: now + request.patience))
        let message = MQTTMessage(
            topic: topic("bridge/request/\(request.path)"), payload: JSONValue.object(data).text, qos: 1)
        return [.publish([message], waiting: number)]
    }

    private func mustBeReady() throws(TraitError) {
        guard status.isConnected else {
            throw TraitError(.busy, "there is no connection to the broker; try again once it is back")
        }
        guard status.isOnline else {
            throw TraitError(.busy, "zigbee2mqtt is offline; start it")
        }
        guard !status.isOtherBridge else {
            throw TraitError(
                .invalidInState,
                "another zigbee2mqtt answers at \(quoted(settings.base)); correct the address or the base topic")
        }
        guard waiting.count < Self.mostWaiting else {
            throw TraitError(
                .resourceExhausted, "\(Self.mostWaiting) commands wait for zigbee2mqtt already; try again later")
        }
    }

    private func ready(_ deviceID: String) throws(TraitError) -> KnownDevice {
        try mustBeReady()
        guard let device = devices[deviceID] else {
            throw TraitError(.notFound, "zigbee2mqtt has no device \(quotedBeginning(deviceID))")
        }
        return device
    }

    // MARK: - What ends them

    /// The broker has the message. A command that no state confirms ends; others wait a moment for a refusal.
    package mutating func published(_ number: UInt64, now: Duration) -> [BrokerAction] {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return [] }
        waiting[index].isPublished = true
        guard case .command(_, _, let sent) = waiting[index].kind else { return [] }
        guard sent.isEmpty else {
            waiting[index].deadline = min(waiting[index].deadline, now + Self.refusalWait)
            return []
        }
        waiting.remove(at: index)
        return [.answer(number, nil)]
    }

    /// The broker refused the message.
    package mutating func notPublished(_ number: UInt64, reason: String) -> [BrokerAction] {
        end(TraitError(.failure, "the broker did not take the command: \(reason)")) { $0.number == number }
    }

    /// Nobody waits for the command or request any longer.
    package mutating func forget(_ number: UInt64) { waiting.removeAll { $0.number == number } }

    /// Ends what waits for a device that is gone.
    mutating func endCommands(to deviceID: String) -> [BrokerAction] {
        var actions: [BrokerAction] = []
        sent.removeAll { $0.deviceID == deviceID }
        waiting.removeAll { one in
            guard case .command(deviceID, _, _) = one.kind else { return false }
            let error = TraitError(.notFound, "the device was removed from zigbee2mqtt before it confirmed the command")
            actions.append(.answer(one.number, error))
            return true
        }
        return actions
    }

    mutating func confirm(_ deviceID: String, by state: [String: JSONValue]) -> [BrokerAction] {
        guard !waiting.isEmpty else { return [] }
        var actions: [BrokerAction] = []
        waiting.removeAll { one in
            guard case .command(deviceID, _, let sent) = one.kind,
                sent.contains(where: { property, value in state[property].map(value.isConfirmed) ?? false })
            else { return false }
            actions.append(.answer(one.number, nil))
            return true
        }
        return actions
    }

    /// An error in the log names the device, and mostly the property: `Publish 'set' 'state' to 'Lamp' failed: …`.
    ///
    /// An error after the end of its command, such as that of a radio which gives up after 10 s, becomes a notice. The
    /// device is then asked for its state, as what is shown may be what the command wanted.
    mutating func receivedLog(_ payload: [UInt8], _ now: Duration) -> [BrokerAction] {
        guard !waiting.isEmpty || !sent.isEmpty, let log = try? JSONValue(payload, bytes: 64 << 10),
            log["level"]?.string == "error", let message = log["message"]?.string
        else { return [] }
        let start = "Publish 'set' '"
        let property =
            message.hasPrefix(start)
            ? message.dropFirst(start.count).split(separator: "'", maxSplits: 1).first.map(String.init) : nil
        let names = devices.mapValues(\.name)
        let reason = BridgeDevice.word(log["message"]) ?? ""
        let isMeant = { (deviceID: String, properties: Set<String>) in
            names[deviceID].map { message.contains("'\($0)'") } ?? false && property.map(properties.contains) ?? true
        }
        let late = sent.lastIndex { isMeant($0.deviceID, $0.properties) }.map { sent.remove(at: $0) }
        let failed = "zigbee2mqtt could not carry out the command: \(reason)"
        let answers = end(TraitError(.failure, failed)) { one in
            guard case .command(let deviceID, let all, _) = one.kind else { return false }
            return isMeant(deviceID, all)
        }
        guard answers.isEmpty, let late else { return answers }
        ask(late.deviceID, now)
        return [.notice("\(failed); the hub asks the device for its state")]
    }

    mutating func receivedResponse(_ payload: [UInt8]) -> [BrokerAction] {
        guard let value = try? JSONValue(payload, bytes: 2 << 20), let response = BridgeResponse(value),
            let transaction = response.transaction
        else { return [] }
        let isMeant = { (one: Waiting) in
            if case .request(transaction, _) = one.kind { true } else { false }
        }
        return end(
            response.error.map { TraitError(.failure, "zigbee2mqtt refused the request: \($0)") }, where: isMeant)
    }

    mutating func expire(_ now: Duration) -> [BrokerAction] {
        let ended = waiting.filter { $0.deadline <= now }
        waiting.removeAll { $0.deadline <= now }
        sent.removeAll { $0.until <= now }
        return ended.map { one in
            if case .request(_, isDoneAtEnd: false) = one.kind {
                let error = TraitError(.timeout, "zigbee2mqtt did not answer the request in time; look at its log")
                return .answer(one.number, error)
            }
            guard one.isPublished else {
                let error = TraitError(
                    .timeout, "the broker did not take the command in time; whether it was carried out is unknown")
                return .answer(one.number, error)
            }
            // Sent, and not confirmed: the state that counts is the one that is reported.
            return .answer(one.number, nil)
        }
    }

    /// Ends the first that is meant.
    private mutating func end(_ error: TraitError?, where isMeant: (Waiting) -> Bool) -> [BrokerAction] {
        guard let index = waiting.firstIndex(where: isMeant) else { return [] }
        return [.answer(waiting.remove(at: index).number, error)]
    }
}
