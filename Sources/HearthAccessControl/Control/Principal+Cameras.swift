package import HearthRPC
internal import HearthWire

extension Principal {
    /// The program that opens the streams of the hub's cameras, of a user of its own
    /// (``AccessControl/Options/camerasUser``). It may bring devices, and is no owner.
    package static let camerasProgram = Principal(
        id: "hearth-cameras", rights: [.public, .provide], program: "hearth-cameras")
}
