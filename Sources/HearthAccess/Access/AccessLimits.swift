/// How long things last and how many there may be. All may be changed, none switched off.
public struct AccessLimits: Sendable {
    /// A client key ends so long after it was claimed or renewed, in seconds: 90 days.
    public var keyLife: Int64 = 90 * 86_400
    /// A token ends so long after it was made, unless its maker says otherwise, in seconds: 90 days.
    public var tokenLife: Int64 = 90 * 86_400
    /// The longest life that a token may be given, in seconds: ten years. Longer is "never", which must be said.
    public var longestTokenLife: Int64 = 3_650 * 86_400
    /// An invitation is open so long, in seconds: 15 min.
    public var invitationLife: Int64 = 15 * 60
    /// After so many wrong codes every open invitation is closed.
    public var wrongCodes: Int64 = 10
    /// Invitations that may be open at the same time.
    public var invitations = 16
    /// Credentials that are kept, also those that have ended.
    public var credentials = 10_000
    /// Credentials that have ended are forgotten so long after, in seconds: 90 days.
    public var memory: Int64 = 90 * 86_400
    /// The longest name, in characters.
    public var nameLength = 100
    /// So many wrong tokens of one network (an IPv4 address, an IPv6 /64) lock it …
    public var wrongTokens: Int64 = 5
    /// … when they come within this time, in seconds: 5 min.
    public var wrongTokenTime: Int64 = 5 * 60
    /// The first lock's time, in seconds; each later one lasts twice as long as the one before.
    public var firstLock: Int64 = 30
    /// The longest lock, in seconds: 15 min.
    public var longestLock: Int64 = 15 * 60
    /// A network is forgotten so long after its last lock or wrong token, in seconds: a day.
    public var lockMemory: Int64 = 86_400
    /// Networks that are counted; with more of them the quietest is forgotten.
    public var networks = 1_024
    /// The time of the last use is kept to this precision, in seconds: an hour.
    public var useStep: Int64 = 3_600
    /// The highest time seen is stored this often, in seconds, when nothing else is: 10 min.
    public var timeStep: Int64 = 600
    /// How often what has ended is looked for.
    public var sweep: Duration = .seconds(30)

    /// The defaults.
    public init() {}
}
