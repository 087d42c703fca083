internal import HearthTraitCore

/// The commands and updates that were last sent to each device. A device often reports the effect a moment later as a
/// change of its own; the report then names the sender of the command.
package struct RecentCommands: Sendable {
    /// How long after a command a change of the same trait counts as its effect.
    static let window: Duration = .seconds(10)
    /// The longest movement: while its positions keep coming, the window stays open until then.
    static let longestMovement: Duration = .seconds(120)
    /// How long a provider may take to name a command as the cause of a report.
    private static let memory: Duration = .seconds(600)
    private static let mostPerDevice = 16

    private struct Command: Sendable {
        let number: UInt64
        let key: TraitKey
        let origin: ChangeOrigin
        /// When it was sent: time since 1970.
        let begin: Duration
        /// When its window ends.
        var end: Duration
    }

    private var byDevice: [String: [Command]] = [:]
    private var lastNumber: UInt64 = 0

    /// Notes that a command is about to be sent.
    ///
    /// - Parameter deviceID: the device as its provider knows it.
    /// - Returns: a number for ``remove(_:from:)``.
    package mutating func add(_ origin: ChangeOrigin, to key: TraitKey, of deviceID: String, at time: Duration)
        -> UInt64
    {
        lastNumber += 1
        var commands = byDevice.removeValue(forKey: deviceID) ?? []
        commands.removeAll { time - $0.begin > Self.memory || $0.begin > time }
        if commands.count == Self.mostPerDevice { commands.removeFirst() }
        commands.append(
            Command(number: lastNumber, key: key, origin: origin, begin: time, end: time + Self.window))
        byDevice[deviceID] = commands
        return lastNumber
    }

    /// Forgets a command that was refused, which has no effect.
    package mutating func remove(_ number: UInt64, from deviceID: String) {
        byDevice[deviceID]?.removeAll { $0.number == number }
        if byDevice[deviceID]?.isEmpty == true { byDevice[deviceID] = nil }
    }

    /// Forgets the commands to a removed device.
    mutating func forget(_ deviceID: String) { byDevice[deviceID] = nil }

    func hasCommands(to deviceID: String) -> Bool { !byDevice.isEmpty && byDevice[deviceID] != nil }

    /// The origin of a command that a provider names as a cause.
    func origin(of cause: ChangeCause, on deviceID: String) -> ChangeOrigin {
        byDevice[deviceID]?.last { $0.origin.cause == cause }?.origin ?? ChangeOrigin(cause)
    }

    /// The author of the last command whose effect a change of a trait may be; nil for none.
    ///
    /// - Parameter isMovement: whether a number changed, as on the way to a position, so that more changes may follow.
    mutating func author(
        of key: TraitKey, on deviceID: String, at time: Duration, isMovement: Bool
    ) -> ChangeOrigin.Author? {
        guard
            let index = byDevice[deviceID]?.lastIndex(where: {
                $0.key.endpoint == key.endpoint && CommandEffects.isOneFeature($0.key.traitID, key.traitID)
            }), let command = byDevice[deviceID]?[index], command.begin <= time, time <= command.end
        else { return nil }
        if isMovement {
            byDevice[deviceID]?[index].end = min(time + Self.window, command.begin + Self.longestMovement)
        }
        return command.origin.author
    }
}
