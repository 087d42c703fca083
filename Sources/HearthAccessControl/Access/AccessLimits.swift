internal import HearthBase

/// Lifetimes and limits of access control. All can be changed, none can be disabled.
public struct AccessLimits: Sendable {
    /// Lifetime of a client key since it was claimed or renewed, in seconds. Default: 90 days.
    public var keyLife: Int64 = 90 * 86_400
    /// Lifetime of a token unless its creator chooses another, in seconds. Default: 90 days.
    public var tokenLife: Int64 = 90 * 86_400
    /// The longest lifetime of a token that expires, in seconds. Default: ten years.
    public var longestTokenLife: Int64 = 3_650 * 86_400
    /// Lifetime of an invitation unless its maker chooses another, in seconds. Default: 15 min.
    public var invitationLife: Int64 = 15 * 60
    /// The longest lifetime of an invitation, in seconds. Default: 7 days.
    public var longestInvitationLife: Int64 = 7 * 86_400
    /// The most open invitations of one person. Default: 16.
    public var invitations = 16
    /// The most open invitations of all people other than the hub's owner. Default: 256.
    public var invitationsOfMembers = 256
    /// The most bytes of offers (structures, roles and grants) in an invitation. Default: 64 KiB.
    public var offerBytes = 64 << 10
    /// The most valid credentials. Default: 10,000.
    public var credentials = 10_000
    /// The most valid credentials of a person who is not the hub's owner. Default: 256.
    public var credentialsOfMember = 256
    /// The most expired and revoked credentials that are still listed; beyond it the one that ended first is removed.
    /// Default: 10,000.
    public var endedCredentials = 10_000
    /// The same for a person who is not the hub's owner. Default: 256.
    public var endedCredentialsOfMember = 256
    /// The part of ``credentials`` and ``keyedRequests`` that only the hub's owner can use, in percent; at most 50.
    /// Default: 10.
    public var percentForOwner = 10
    /// The part of ``credentials``, ``keyedRequests`` and ``invitationsOfMembers`` that the members of one household
    /// (a structure that the hub's owner created, with those that its owners created later) can use, in percent. Some
    /// is always left for other households. Default: 75.
    public var percentPerHousehold = 75
    /// How long expired and revoked credentials are still listed, in seconds. Default: 90 days.
    public var memory: Int64 = 90 * 86_400
    /// How long a repeated request with the same idempotency key returns the first result, in seconds. Default: 10 min.
    public var idempotencyTime: Int64 = 600
    /// The most requests with an idempotency key that are remembered, for tokens and for invitations each. Default:
    /// 1,024.
    public var keyedRequests = 1_024
    /// The same for a person who is not the hub's owner. Default: 128.
    public var keyedRequestsOfMember = 128
    /// The longest client name, in characters. Default: 100.
    public var nameLength = 100
    /// Wrong tokens and codes from one network (an IPv4 address or an IPv6 /64) that lock it, if they come within
    /// ``wrongTryTime``. Default: 5.
    public var wrongTries: Int64 = 5
    /// The period in which wrong tokens and codes are counted, in seconds. Default: 5 min.
    public var wrongTryTime: Int64 = 5 * 60
    /// Duration of a network's first lock, in seconds; each further lock lasts twice as long. Default: 30 s.
    public var firstLock: Int64 = 30
    /// The longest lock, in seconds. Default: 15 min.
    public var longestLock: Int64 = 15 * 60
    /// How long a network is remembered after its last lock or wrong try, in seconds. Default: one day.
    public var lockMemory: Int64 = 86_400
    /// The most networks to remember; the one that was quiet longest is forgotten first. Default: 1,024.
    public var networks = 1_024
    /// Precision of the stored time of last use, in seconds. Default: one hour.
    public var useStep: Int64 = 3_600
    /// How long the machine's clock has to stay ahead before it is trusted, in seconds. Default: one hour.
    public var clockTrust: Int64 = 3_600
    /// The earliest plausible time, in seconds since 1970; a hub without another time starts here. Default: 1 April
    /// 2026, before this version was made.
    public var earliestTime: Int64 = 1_775_001_600
    /// How often the time is stored if nothing else is, in seconds. If the clock is set back before a start, expiries
    /// may be late by as much. Default: one day.
    public var timeStep: Int64 = 86_400
    /// How often expired credentials and invitations are removed. Default: 30 s.
    public var sweep: Duration = .seconds(30)

    /// The default limits.
    public init() {}

    /// The limits of something that all people share.
    func pool(_ total: Int, share: Int) -> PoolLimits {
        let percent = max(0, min(percentForOwner, 50))
        return PoolLimits(
            total: total, share: share, reserve: total / 100 * percent + (total % 100 * percent + 99) / 100,
            ofHousehold: PoolLimits.part(percentPerHousehold, of: total))
    }
}
