/// A link into whose network people let new devices for a while, such as that of a radio.
package protocol JoiningLink: EntityLink {
    /// The longest time for which the network can be opened at once.
    var longestJoin: Duration { get }

    /// Lets new devices in for a time of whole seconds; zero closes the network.
    ///
    /// - Throws: `TraitError` if the link is down, or the ecosystem refuses.
    func letJoin(for time: Duration) async throws

    /// The network's state, first the present one and then each change, until the link is stopped.
    func joining() async -> AsyncStream<JoinProgress>
}
