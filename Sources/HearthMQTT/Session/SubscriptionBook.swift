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
        /// - Parameter most: the most bytes of them.
        func next(within most: Int) -> ArraySlice<MQTTFilter> {
            var (end, bytes) = (outcomes.count, 0)
            while end < filters.count, end - outcomes.count < mostFilters {
                bytes += filters[end].text.utf8.count + 3
                guard bytes <= most || end == outcomes.count else { break }
                end += 1
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
    var calls: [Call] = []

    /// Keeps filters for this and later connections. A filter that is known gets the new options.
    mutating func remember(_ filters: [MQTTFilter]) {
        for filter in filters {
            let key = Array(filter.text.utf8)
            known[key] = (known[key]?.number ?? count, filter)
            count += 1
        }
    }

    mutating func forget(_ filters: [MQTTFilter]) {
        for filter in filters { known[Array(filter.text.utf8)] = nil }
    }

    /// All filters, in the order of their arrival.
    var filters: [MQTTFilter] { known.values.sorted { $0.number < $1.number }.map(\.filter) }

    /// Whether a filter matches a topic. Looks at all filters, so it is for rare messages.
    func matches(_ topic: String) -> Bool { known.values.contains { $0.filter.matches(topic) } }
}
