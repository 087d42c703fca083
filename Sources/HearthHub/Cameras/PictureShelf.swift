internal import HearthBase
internal import HearthClips

/// The last pictures of each camera, in memory only.
struct PictureShelf: Sendable {
    struct Picture: Sendable {
        let id: UInt64
        let camera: ClipCamera
        /// When its events were observed, as time since 1970, in the order of the reports.
        fileprivate(set) var times: [Duration]
        let jpeg: [UInt8]
    }

    /// The most pictures of one camera.
    static let mostOfCamera = 8
    /// The most bytes of a picture.
    static let mostOfPicture = 4 << 20
    /// The most events of a picture.
    static let mostTimes = 8
    /// The memory for all pictures, in bytes.
    private let mostBytes: Int
    /// Oldest first.
    private(set) var pictures: [Picture] = []
    private var bytes = 0
    private var nextID: UInt64 = 1

    init(bytes: Int) {
        mostBytes = bytes
    }

    /// Adds a picture, in place of the camera's oldest one or, if all take too much memory, the oldest of all.
    ///
    /// - Returns: its ID; nil for a picture that is empty or too large.
    @discardableResult
    mutating func add(_ jpeg: [UInt8], of camera: ClipCamera, at times: [Duration]) -> UInt64? {
        guard !jpeg.isEmpty, jpeg.count <= min(mostBytes, Self.mostOfPicture) else { return nil }
        while pictures.count(where: { $0.camera == camera }) >= Self.mostOfCamera {
            guard let index = pictures.firstIndex(where: { $0.camera == camera }) else { break }
            remove(at: index)
        }
        while bytes > mostBytes - jpeg.count { remove(at: 0) }
        pictures.append(Picture(id: nextID, camera: camera, times: times, jpeg: jpeg))
        bytes += jpeg.count
        defer { nextID &+= 1 }
        return nextID
    }

    /// Adds an event to a picture.
    mutating func join(_ id: UInt64, at time: Duration) {
        guard let index = pictures.firstIndex(where: { $0.id == id }), !pictures[index].times.contains(time),
            pictures[index].times.count < Self.mostTimes
        else { return }
        pictures[index].times.append(time)
    }

    subscript(id: UInt64) -> Picture? { pictures.first { $0.id == id } }

    /// Forgets the pictures of some cameras.
    mutating func remove(where isGone: (ClipCamera) -> Bool) {
        for index in pictures.indices.reversed() where isGone(pictures[index].camera) { remove(at: index) }
    }

    private mutating func remove(at index: Int) { bytes -= pictures.remove(at: index).jpeg.count }
}

/// The addresses of pictures for callers: each for one picture and one caller, for some minutes.
struct PictureAddresses<Holder: Hashable & Sendable>: Sendable {
    struct Address: Sendable {
        fileprivate let key: Key
        fileprivate var until: Duration
        var picture: UInt64 { key.picture }
        var holder: Holder { key.holder }
    }

    fileprivate struct Key: Hashable, Sendable {
        let picture: UInt64
        let holder: Holder
    }

    /// How long an address is valid.
    static var time: Duration { .seconds(300) }
    /// The most addresses; a new one replaces the oldest.
    private static var most: Int { 4_096 }

    private var addresses: [String: Address] = [:]
    private var names: [Key: String] = [:]
    private var order = FIFO<String>()

    /// Makes an address of a picture, or lets the holder's present one last longer. So a holder has one for each
    /// picture, however often it asks.
    ///
    /// - Parameter secret: 32 random bytes.
    mutating func add(_ picture: UInt64, for holder: Holder, secret: [UInt8], at now: Duration) -> String {
        while let first = order.first, order.count >= Self.most || addresses[first].map({ $0.until <= now }) ?? true {
            _ = order.popFirst()
            if let old = addresses.removeValue(forKey: first), names[old.key] == first { names[old.key] = nil }
        }
        let key = Key(picture: picture, holder: holder)
        if let name = names[key], find(name, at: now) != nil {
            addresses[name]?.until = now + Self.time
            return name
        }
        let name = hex(secret)
        addresses[name] = Address(key: key, until: now + Self.time)
        names[key] = name
        order.append(name)
        return name
    }

    /// What an address stands for; nil for one that is not valid any more.
    func find(_ name: String, at now: Duration) -> Address? {
        addresses[name].flatMap { $0.until > now ? $0 : nil }
    }

    /// Ends the addresses of some holders.
    mutating func end(where isGone: (Holder) -> Bool) {
        addresses = addresses.filter { !isGone($0.value.holder) }
        names = names.filter { !isGone($0.key.holder) }
    }
}
