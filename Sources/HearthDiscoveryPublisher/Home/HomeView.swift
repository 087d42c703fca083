package import HearthTraitCore

/// Something new in the home.
package enum HomeNews: Hashable, Sendable {
    /// All devices. What was known before and is not among them is gone.
    case home([PublishedDevice])
    /// A device was added, or anything of it has changed. Several changes may come as one.
    case device(PublishedDevice)
    /// The device with this ID was removed.
    case removed(String)
    /// An event of a trait occurred.
    case event(PublishedEvent)
}

/// An event of a trait.
package struct PublishedEvent: Hashable, Sendable {
    package var deviceID: String
    package var endpoint: UInt16
    package var trait: UInt32
    /// The event's ID in its trait.
    package var event: UInt32
    package var fields: StructureValue

    package init(deviceID: String, endpoint: UInt16, trait: UInt32, event: UInt32, fields: StructureValue) {
        self.deviceID = deviceID
        self.endpoint = endpoint
        self.trait = trait
        self.event = event
        self.fields = fields
    }
}

/// A view of the home with the rights that its owner gave the publisher: the hub checks them, and the publisher doesn't.
package protocol HomeView: Sendable {
    /// Identifies the hub for the life of its store.
    var hubID: String { get }
    /// The name that people gave the home.
    var name: String { get async }
    /// The hub's version.
    var version: String { get }

    /// The next news, in order; waits for them. The first is the whole home. nil once the home is closed.
    func next() async -> [HomeNews]?

    /// Sends a request to a device, and waits until the device has carried it out.
    ///
    /// - Throws: an error for people if the device or the hub refuses.
    func perform(_ request: PublishedRequest, on deviceID: String) async throws

    func close() async
}

/// Opens a view of the home.
package typealias OpenHome = @Sendable () async throws -> any HomeView
