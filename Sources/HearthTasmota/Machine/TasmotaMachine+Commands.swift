internal import HearthBase
package import HearthBrokerLinks
package import HearthEntities
internal import HearthMQTT
internal import HearthTraitCore

extension TasmotaMachine {
    package mutating func send(
        _ command: EntityCommand, to deviceID: String, number: UInt64, now: Duration
    ) -> [BrokerAction] {
        let (topics, orders): (TasmotaTopics, [TasmotaOrder])
        do throws(TraitError) {
            (topics, orders) = try self.orders(command, deviceID)
        } catch {
            return [.answer(number, error)]
        }
        guard let message = Self.message(orders, topics) else { return [.answer(number, nil)] }
        waiting[number] = now + Self.patience
        return [.publish([message], waiting: number, lane: topics.commands)]
    }

    private func orders(
        _ command: EntityCommand, _ deviceID: String
    ) throws(TraitError) -> (TasmotaTopics, [TasmotaOrder]) {
        guard isConnected else {
            throw TraitError(.busy, "there is no connection to the broker; try again once it is back")
        }
        guard waiting.count < Self.mostWaiting else {
            throw TraitError(
                .resourceExhausted, "\(Self.mostWaiting) commands wait for the broker already; try again later")
        }
        let address = String(deviceID.dropFirst(Self.idPrefix.count))
        guard deviceID.hasPrefix(Self.idPrefix), let device = devices[address], let map = device.map else {
            throw TraitError(.notFound, "no Tasmota device has the id \(quotedBeginning(deviceID))")
        }
        return (device.config.topics, try map.orders(command, known: device.values[command.entity] ?? [:]))
    }

    /// The message for commands; nil without one. Several are carried out at once, without the pause that a device
    /// makes between them (Tasmota's documentation, "Commands", `Backlog` and `NoDelay`).
    private static func message(_ orders: [TasmotaOrder], _ topics: TasmotaTopics) -> MQTTMessage? {
        guard let first = orders.first else { return nil }
        let (name, payload) =
            orders.count == 1
            ? (first.name, first.payload)
            : ("Backlog", orders.map { "NoDelay;\($0.name) \($0.payload)" }.joined(separator: ";"))
        return MQTTMessage(topic: topics.commands + name, payload: [UInt8](payload.utf8), qos: 1)
    }

    /// The broker has the message. The state that follows confirms the command.
    package mutating func published(_ number: UInt64, now: Duration) -> [BrokerAction] {
        waiting.removeValue(forKey: number) == nil ? [] : [.answer(number, nil)]
    }

    package mutating func notPublished(_ number: UInt64, reason: String) -> [BrokerAction] {
        guard waiting.removeValue(forKey: number) != nil else { return [] }
        return [.answer(number, TraitError(.failure, "the broker did not take the command: \(reason)"))]
    }

    mutating func expire(_ now: Duration) -> [BrokerAction] {
        let ended = waiting.filter { $0.value <= now }.keys.sorted()
        return ended.map { number in
            waiting[number] = nil
            let error = TraitError(
                .timeout, "the broker did not take the command in time; whether it was carried out is unknown")
            return .answer(number, error)
        }
    }

    func lost(_ number: UInt64, _ reason: String) -> BrokerAction {
        .answer(
            number,
            TraitError(
                .failure,
                "the connection to the broker was lost (\(reason)); whether the command was carried out is unknown"))
    }
}
