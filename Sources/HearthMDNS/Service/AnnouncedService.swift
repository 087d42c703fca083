/// A service of this process, to be announced on the local network.
package struct AnnouncedService: Hashable, Sendable {
    /// The name for people. It gets a number if another device has it already.
    package var name: String
    package var type: ServiceType
    package var port: UInt16
    package var attributes: ServiceAttributes

    package init(name: String, type: ServiceType, port: UInt16, attributes: ServiceAttributes = ServiceAttributes()) {
        self.name = name
        self.type = type
        self.port = port
        self.attributes = attributes
    }
}
