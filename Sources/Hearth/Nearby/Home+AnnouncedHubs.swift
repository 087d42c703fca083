internal import HearthTraitCore

extension Home {
    /// The hubs that announce themselves on the local network, in the order of their names. At most 200.
    ///
    /// ``claim(link:name:configuration:)`` claims one by its link. ``connect(to:tls:token:configuration:)`` connects to
    /// one with an ``AnnouncedHub/claimedName``. In Google's SDK, hubs are what brings devices to the home: see
    /// ``discoverAvailableHubs(duration:)``.
    ///
    /// - Parameter duration: the time to listen. A hub answers within 0.2 s, and is asked again after 1 s.
    /// - Throws: `HomeError`: `.unavailable` if none is found and multicast works on no network of this machine;
    ///   `.failedPrecondition` if the list of claimed hubs can't be read.
    public static func announcedHubs(for duration: Duration = .seconds(2)) async throws -> [AnnouncedHub] {
        let browser = try HubBrowser()
        let lists = browser.hubs()
        let reading = Task {
            var last: [String: AnnouncedHub] = [:]
            for await hubs in lists { last = hubs }
            return HubBrowser.ordered(last)
        }
        await SystemClock().sleep(for: duration)
        let problem = await browser.problem()
        await browser.close()
        let hubs = await reading.value
        if hubs.isEmpty, let problem {
            throw HomeError(
                .unavailable,
                "no hub is found, as multicast DNS does not work here: \(problem); name the hub by its address or link")
        }
        return hubs
    }

    /// The hubs that announce themselves on the local network, again after each change, until the reader ends. The
    /// first list comes with the first hub. See ``announcedHubs(for:)``.
    ///
    /// A slow reader skips lists that are out of date.
    ///
    /// - Throws: `HomeError`: `.failedPrecondition` if the list of claimed hubs can't be read; `.unavailable` without a
    ///   thread for the network.
    public static func announcedHubChanges() throws(HomeError) -> AsyncStream<[AnnouncedHub]> {
        let browser = try HubBrowser()
        let lists = browser.hubs()
        let (changes, continuation) = AsyncStream<[AnnouncedHub]>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let reading = Task {
            for await hubs in lists { continuation.yield(HubBrowser.ordered(hubs)) }
            continuation.finish()
            await browser.close()
        }
        continuation.onTermination = { _ in reading.cancel() }
        return changes
    }
}
