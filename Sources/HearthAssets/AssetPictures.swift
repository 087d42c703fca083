internal import Synchronization

/// Pictures beside a page, in JPEG. Each is under a path that cannot be guessed and is valid for a short time, so that an
/// app's view of images can show it without a credential.
public final class AssetPictures: Sendable {
    // A struct, as a closure in the mutex would be wrapped once more each time that it is read.
    private struct Finder {
        let find: @Sendable (String) -> [UInt8]?
    }

    private static let folder = "/media/"

    private let finder = Mutex<Finder?>(nil)

    init() {}

    /// Serves pictures from now on.
    ///
    /// - Parameter find: returns the picture at a path; nil if there is none or it has expired.
    public func serve(_ find: @escaping @Sendable (String) -> [UInt8]?) {
        finder.withLock { $0 = Finder(find: find) }
    }

    static func contains(_ path: String) -> Bool { path.hasPrefix(folder) }

    func answer(to request: AssetRequest) -> AssetAnswer {
        let finder = finder.withLock { $0 }
        guard let picture = finder?.find(request.path) else {
            return .message(404, "there is no such picture any more", method: request.method)
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            return .message(405, "files accept only GET and HEAD", [("allow", "GET, HEAD")], method: request.method)
        }
        return AssetAnswer(
            status: 200,
            fields: [("cache-control", "no-store"), ("content-type", "image/jpeg")] + SecurityFields.all, body: picture,
            method: request.method)
    }
}
