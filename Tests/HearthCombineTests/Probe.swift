internal import HearthCombine
internal import Synchronization

/// A subscriber with a given demand that records its events.
final class Probe<Input: Equatable, Failure: Error>: Subscriber {
    enum Event: Equatable {
        case subscription
        case value(Input)
        case finished
        case failed
    }

    private(set) var events: [Event] = []
    private(set) var subscription: (any Subscription)?
    private let initial: Subscribers.Demand
    private let more: (Input) -> Subscribers.Demand

    init(_ initial: Subscribers.Demand, more: @escaping (Input) -> Subscribers.Demand = { _ in .none }) {
        self.initial = initial
        self.more = more
    }

    var values: [Input] {
        events.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    func receive(subscription: any Subscription) {
        events.append(.subscription)
        self.subscription = subscription
        subscription.request(initial)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        events.append(.value(input))
        return more(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: events.append(.finished)
        case .failure: events.append(.failed)
        }
    }
}

extension Publisher where Output: Equatable {
    /// A new subscriber with a demand.
    func probe(_ demand: Subscribers.Demand = .unlimited) -> Probe<Output, Failure> {
        let probe = Probe<Output, Failure>(demand)
        subscribe(probe)
        return probe
    }
}

/// A publisher whose demand and cancellation a test can see, and which sends the test's values.
final class Source<Output, Failure: Error>: Publisher, Subscription {
    private(set) var subscriptions = 0
    private(set) var requests: [Subscribers.Demand] = []
    private(set) var cancellations = 0
    private(set) var returned: [Subscribers.Demand] = []
    private var send: ((Output) -> Subscribers.Demand)?
    private var finish: ((Subscribers.Completion<Failure>) -> Void)?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriptions += 1
        send = subscriber.receive(_:)
        finish = subscriber.receive(completion:)
        subscriber.receive(subscription: self)
    }

    func request(_ demand: Subscribers.Demand) { requests.append(demand) }

    func cancel() { cancellations += 1 }

    func send(_ value: Output) {
        if let send { returned.append(send(value)) }
    }

    func send(completion: Subscribers.Completion<Failure>) { finish?(completion) }

    /// Releases its subscriber, as a cancelled publisher does.
    func forget() {
        send = nil
        finish = nil
    }
}

struct Failed: Error, Equatable {}

/// A list that many threads may append to.
final class Log<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func append(_ element: Element) {
        elements.withLock { $0.append(element) }
    }
}
