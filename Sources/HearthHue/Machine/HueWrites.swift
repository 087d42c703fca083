internal import HearthJSON
internal import HearthTraitCore

/// The changes that wait to be sent to a bridge. A bridge takes about ten changes of lights and one of groups a second
/// (Hue's documentation, "System performance"), so a newer change of a resource is merged with the one that waits.
struct HueWrites: Sendable {
    /// A change of a resource.
    struct Write: Sendable {
        var path: String
        var pace: HueRow.Pace
        var body: JSONValue
        /// The commands that it carries out.
        var numbers: [UInt64]
        /// How often the bridge had too much to do.
        var refusals = 0

        var request: HueRequest { HueRequest("PUT", "/clip/v2/resource/\(path)", body: body) }
    }

    /// The most resources whose changes wait, and the most commands of one change.
    static let most = 100
    static let mostMerged = 100
    /// The least time between two changes of one pace.
    static func pause(_ pace: HueRow.Pace) -> Duration {
        switch pace {
        case .light, .other: .milliseconds(100)
        case .group: .seconds(1)
        }
    }
    /// How often a change is sent again, each time a step later.
    static let mostRefusals = 8
    static let step = Duration.milliseconds(250)

    private var waiting: [Write] = []
    /// The resources whose changes are sent and not answered. A second one could overtake the first.
    private var sent: Set<String> = []
    /// When the next change of a pace may be sent.
    private var free: [HueRow.Pace: Duration] = [:]
    /// When the next change may be sent after the bridge had too much to do.
    private var rest = Duration.zero

    /// Adds a change.
    mutating func add(_ call: HueMap.Call, number: UInt64) throws(TraitError) {
        guard let place = waiting.firstIndex(where: { $0.path == call.path }) else {
            guard waiting.count < Self.most else {
                throw TraitError(
                    .resourceExhausted, "the changes of \(Self.most) lights wait for the Hue bridge already; try later")
            }
            waiting.append(Write(path: call.path, pace: call.pace, body: call.body, numbers: [number]))
            return
        }
        guard waiting[place].numbers.count < Self.mostMerged else {
            throw TraitError(
                .resourceExhausted, "\(Self.mostMerged) commands wait for one light of the Hue bridge; try later")
        }
        waiting[place].body = Self.merged(waiting[place].body, call.body)
        waiting[place].numbers.append(number)
    }

    /// Members that exclude each other: a light takes one of them.
    private static let colors = ["color", "color_temperature", "effects"]

    /// An older change with a newer one, which wins.
    static func merged(_ old: JSONValue, _ new: JSONValue) -> JSONValue {
        var members = old.members
        // A light that goes off takes nothing else.
        if new.at(["on", "on"]) == .bool(false) { members = [:] }
        if colors.contains(where: { new[$0] != nil }) { for name in colors { members[name] = nil } }
        members["dynamics"] = nil
        return JSONValue.object(members).changed(by: new)
    }

    /// Takes the change that may be sent now; nil while none may.
    mutating func next(now: Duration) -> Write? {
        guard rest <= now,
            let place = waiting.firstIndex(where: {
                !sent.contains($0.path) && free[$0.pace, default: .zero] <= now
            })
        else { return nil }
        let write = waiting.remove(at: place)
        free[write.pace] = now + Self.pause(write.pace)
        sent.insert(write.path)
        return write
    }

    /// When ``next(now:)`` may have something, by time alone; nil if it waits for answers only.
    var nextTime: Duration? {
        waiting.filter { !sent.contains($0.path) }.map { max(free[$0.pace, default: .zero], rest) }.min()
    }

    /// The bridge has answered a change.
    mutating func answered(_ write: Write) { sent.remove(write.path) }

    /// The bridge had too much to do for a change. It is sent again.
    ///
    /// - Returns: whether that happened too often, so that it is given up.
    mutating func refused(_ write: Write, now: Duration) -> Bool {
        sent.remove(write.path)
        guard write.refusals < Self.mostRefusals else { return true }
        var again = write
        again.refusals += 1
        rest = now + Self.step * again.refusals
        if let place = waiting.firstIndex(where: { $0.path == write.path }) {
            let newer = waiting.remove(at: place)
            again.body = Self.merged(write.body, newer.body)
            again.numbers += newer.numbers
        }
        waiting.insert(again, at: 0)
        return false
    }

    /// Drops all changes.
    ///
    /// - Returns: the commands that waited.
    mutating func removeAll() -> [UInt64] {
        defer { (waiting, sent) = ([], []) }
        return waiting.flatMap(\.numbers)
    }
}
