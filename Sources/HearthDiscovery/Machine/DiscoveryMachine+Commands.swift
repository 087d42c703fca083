internal import HearthBase
package import HearthBrokerLinks
package import HearthEntities
internal import HearthTraitCore

extension DiscoveryMachine {
    package mutating func send(
        _ command: EntityCommand, to deviceID: String, number: UInt64, now: Duration
    ) -> [BrokerAction] {
        do throws(TraitError) {
            guard isConnected else {
                throw TraitError(.busy, "there is no connection to the broker; try again once it is back")
            }
            guard waiting.count < Self.mostWaiting else {
                throw TraitError(
                    .resourceExhausted, "\(Self.mostWaiting) commands wait for the broker already; try again later")
            }
            guard let owner = numbers[deviceID], let device = devices[owner], let map = device.map,
                let place = map.maps.firstIndex(where: { $0.entity.key == command.entity })
            else {
                throw TraitError(
                    .notFound,
                    "no device \(quotedBeginning(deviceID)) with \(quotedBeginning(command.entity)) is announced")
            }
            if let wanted = map.maps[place].neededCode(for: command), let given = command.code {
                try devices[owner]?.codeTries[command.entity, default: CodeTries()].compare(given, wanted, now)
            }
            let known = device.values.indices.contains(place) ? device.values[place] : [:]
            let messages = try map.maps[place].messages(command, known: known)
            waiting.append((number, now + Self.patience))
            assume(command, place, of: deviceID)
            return [.publish(messages, waiting: number, lane: deviceID)]
        } catch {
            return [.answer(number, error)]
        }
    }

    /// Remembers what an entity is set to that does not report it, for later commands.
    private mutating func assume(_ command: EntityCommand, _ place: Int, of deviceID: String) {
        guard let number = numbers[deviceID], devices[number]?.map?.maps[place].entity.isAssumed == true else { return }
        if command.action == .toggle {
            let isOn = devices[number]?.values[place][.on] == .bool(true)
            devices[number]?.values[place][.on] = .bool(!isOn)
        } else {
            devices[number]?.values[place].merge(command.values) { $1 }
        }
    }

    package mutating func published(_ number: UInt64, now: Duration) -> [BrokerAction] { end(number, nil) }

    package mutating func notPublished(_ number: UInt64, reason: String) -> [BrokerAction] {
        end(number, TraitError(.failure, "the broker did not take the command: \(reason)"))
    }

    private mutating func end(_ number: UInt64, _ error: TraitError?) -> [BrokerAction] {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return [] }
        waiting.remove(at: index)
        return [.answer(number, error)]
    }

    mutating func expire(_ now: Duration) -> [BrokerAction] {
        let ended = waiting.prefix { $0.deadline <= now }
        waiting.removeFirst(ended.count)
        return ended.map { one in
            .answer(
                one.number,
                TraitError(
                    .timeout, "the broker did not take the command in time; whether it was carried out is unknown"))
        }
    }
}
