internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// Opens the streams of cameras that the hub has added itself, by the program `hearth-cameras`. Its process is attached
/// like a maker's. It gets the address with the password when somebody watches, and nothing before. ``CameraPasswords``
/// says which processes may.
struct CameraProcesses: CameraOpener {
    let providers: ProviderRegistry
    /// The user that may run the program, as in "start it as the hub's user".
    let user: String
    /// The command that starts the program.
    let command: @Sendable () -> String

    func open(_ address: CameraAddress) async throws -> CameraViewer {
        try await asking { try await $0.open(address) }
    }

    func connect(_ address: CameraAddress, offer: String) async throws -> CameraSession? {
        try await asking { try await $0.connect(address, offer: offer) }
    }

    func openSpeaker(at address: CameraAddress, among codecs: [String]) async throws -> OpenedSpeaker? {
        try await asking { try await $0.openSpeaker(at: address, among: codecs) }
    }

    private func asking<R: Sendable>(_ body: (any ProviderConnection) async throws -> R) async throws -> R {
        guard let opener = providers.cameraOpener else {
            throw providers.remotes.values.contains(where: \.isRefusedPasswords) ? isRefused : isMissing
        }
        do {
            return try await body(opener)
        } catch let error as RPCError {
            throw HomeError(error)
        }
    }

    private var isMissing: HomeError {
        HomeError(
            .failedPrecondition,
            "there is no picture, as the program hearth-cameras is not running; start it on the hub's machine, as "
                + "\(user) and without a token: \(command())")
    }

    private var isRefused: HomeError {
        HomeError(
            .failedPrecondition,
            "there is no picture, as hearth-cameras runs on another machine, as another user or with a token, and gets no "
                + "passwords there; start it on the hub's machine, as \(user) and without a token: \(command())")
    }
}
