internal import HearthCameraMedia

/// How a client gets the stream of its live view.
enum ViewedStream: Sendable {
    /// Through the hub.
    case frames(CameraViewer)
    /// Past the hub, over WebRTC.
    case session(CameraSession)

    var viewer: CameraViewer? { if case .frames(let viewer) = self { viewer } else { nil } }
    var session: CameraSession? { if case .session(let session) = self { session } else { nil } }

    /// Ends the stream at once.
    ///
    /// - Parameter reason: why; nil for a stream that is over. A session does not learn it.
    func end(_ reason: (any Error)?) {
        switch self {
        case .frames(let viewer): viewer.end(reason)
        case .session(let session): session.end()
        }
    }
}
