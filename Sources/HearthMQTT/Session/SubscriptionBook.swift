/// The filters of a client, and the requests about them that the broker has not answered.
struct SubscriptionBook {
    /// The most filters of one SUBSCRIBE or UNSUBSCRIBE; brokers limit them.
    static let mostFilters = 500
    /// The most bytes of the filters of one packet.
    static let mostBytes = 64 << 10

    /// A call, which needs several packets if it has many filters. They are sent one after the other.
    struct Call {
        enum Kind: Equatable { case subscribe, unsubscribe }

        let kind: Kind
        /// Names the caller; nil for the client's own, after a connect.
        let token: UInt64?
        let filters: [MQTTFilter]
        /// The answers so far, to the first of the filters.
        var outcomes: [MQTTSubscription.Outcome] = []
        /// The packet without an answer.
        var id: UInt16 = 0
        var count = 0
        var sent: ContinuousClock.Instant

        /// The filters for the next packet, at least one.
        ///
        /// - Parameters:
        ///   - most: the most bytes of them.
        ///   - isApart: whether a filter with wildcards has a packet of its own.
        func next(within most: Int, isApart: Bool) -> ArraySlice<MQTTFilter> {
            var (end, bytes) = (outcomes.count, 0)
            while end < filters.count, end - outcomes.count < mostFilters {
                bytes += filters[end].text.utf8.count + 3
                let isAlone = isApart && filters[end].hasWildcards
                guard end == outcomes.count || bytes <= most && !isAlone else { break }
                end += 1
                if isAlone { break }
            }
            return filters[outcomes.count..<end]
        }

        /// The filters with the answers; those without one count as waiting.
        var results: [MQTTSubscription] {
            filters.enumerated().map { index, filter in
                MQTTSubscription(filter, index < outcomes.count ? outcomes[index] : .waiting)
            }
        }
    }

    /// The filters by bytes, with the order of their arrival.
    private var known: [[UInt8]: (number: Int, filter: MQTTFilter)] = [:]
    private var count = 0
    /// The identifiers of the subscriptions with wildcards.
    private var wildcards = FilterTree<UInt32>()
    var calls: [Call] = []

    /// Keeps filters for this and later connections. A filter that is known gets the new options.
    mutating func remember(_ filters: [MQTTFilter]) {
        for filter in filters {
            let key = Array(filter.text.utf8)
            let number = known[key]?.number ?? count
            known[key] = (number, filter)
            if filter.hasWildcards {
                wildcards[filter.text] = UInt32(clamping: 2 + number % (Self.highestIdentifier - 1))
            }
            count += 1
        }
    }

    mutating func forget(_ filters: [MQTTFilter]) {
        for filter in filters {
            known[Array(filter.text.utf8)] = nil
            wildcards[filter.text] = nil
        }
    }

    /// All filters, in the order of their arrival.
    var filters: [MQTTFilter] { known.values.sorted { $0.number < $1.number }.map(\.filter) }

    // MARK: Identifiers of subscriptions

    /// The identifier of subscriptions without wildcards. They share it, as no two of them match one topic.
    private static let exactIdentifier: UInt32 = 1
    /// MQTT 5.0, section 3.8.2.1.2.
    private static let highestIdentifier = 268_435_455

    /// The identifier of a filter's subscription, which stays as long as the filter is known.
    func identifier(of filter: MQTTFilter) -> UInt32 {
        wildcards[filter.text] ?? Self.exactIdentifier
    }

    /// The identifiers of the subscriptions that match a topic.
    func identifiers(matching topic: String) -> Set<UInt32> {
        guard !wildcards.isEmpty else { return [Self.exactIdentifier] }
        var matching = Set(wildcards.values(matching: topic))
        if known[Array(topic.utf8)] != nil { matching.insert(Self.exactIdentifier) }
        return matching
    }

    /// Whether a filter matches a topic.
    func matches(_ topic: String) -> Bool {
        known[Array(topic.utf8)] != nil || !wildcards.values(matching: topic).isEmpty
    }
}
