internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// Opens the streams of cameras that the hub has added itself, by the program `hearth-cameras`. Its process is attached
/// like a maker's. It gets the address with the password when somebody watches, and nothing before.
struct CameraProcesses: CameraOpener {
    let providers: ProviderRegistry
    /// The command that starts the program.
    let command: @Sendable () -> String

    func open(_ address: CameraAddress) async throws -> CameraViewer {
        let remotes = providers.remotes.sorted { $0.key < $1.key }.map(\.value)
        guard let opener = remotes.first(where: { $0.cameraOpening == .opens }) else {
            throw remotes.contains { $0.cameraOpening == .lacksRights } ? lacksRights : isMissing
        }
        do {
            return try await opener.open(address)
        } catch let error as RPCError {
            throw HomeError(error)
        }
    }

    private var isMissing: HomeError {
        HomeError(
            .failedPrecondition,
            "there is no picture, as the program hearth-cameras is not running; start it on the hub's machine, as the "
                + "hub's user: \(command())")
    }

    private var lacksRights: HomeError {
        HomeError(
            .failedPrecondition,
            "there is no picture, as the hub gives passwords of cameras only to its owner's programs; start "
                + "hearth-cameras on the hub's machine, as the hub's user: \(command())")
    }
}
