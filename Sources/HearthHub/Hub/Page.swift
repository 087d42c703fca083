internal import HearthRPC

/// How much of a page is taken.
struct Page {
    private var items = 0
    private var bytes = 0
    private let mostItems: Int
    private let mostBytes: Int
    /// What came since others had their turn.
    private var sincePause = 0
    private static let pauseBytes = 32 << 10

    /// - Parameter size: the most items that the caller wants; 0 for as many as fit.
    init(_ size: UInt32, _ limits: HubLimits) {
        mostItems = size == 0 ? .max : Int(clamping: size)
        mostBytes = limits.pageBytes
    }

    /// Whether what comes next belongs on the following page.
    var isFull: Bool { items >= mostItems || bytes >= mostBytes }

    mutating func add(_ size: Int) {
        items += 1
        bytes += size
        sincePause += size
    }

    /// Whether whoever makes the page should let others have the thread, which it then does.
    mutating func isPauseDue() -> Bool {
        guard sincePause >= Self.pauseBytes else { return false }
        sincePause = 0
        return true
    }
}

/// Where a page of `List` begins. Its token is for the hub alone to read.
struct ListPlace: Hashable {
    enum Kind: String {
        case structure, room, person, device
    }

    let structureID: String
    let kind: Kind
    /// The room's or device's.
    var id = ""

    var token: String { "\(kind.rawValue)\n\(structureID)\n\(id)" }

    /// nil for the first page.
    ///
    /// - Throws: ``HubError`` for a token that no page gave.
    static func read(_ token: String) throws(HubError) -> ListPlace? {
        guard !token.isEmpty else { return nil }
        let parts = token.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let kind = Kind(rawValue: String(parts[0])) else { throw .noPage }
        return ListPlace(structureID: String(parts[1]), kind: kind, id: String(parts[2]))
    }
}

/// Where a page of `Read` begins. Its token is for the hub alone to read.
struct ReadPlace: Hashable {
    let structureID: String
    /// Of the device's traits, in their order.
    let trait: Int
    /// The device's ID; empty for the structure's own traits.
    let rank: String

    var token: String { "\(trait)\n\(structureID)\n\(rank)" }

    /// nil for the first page.
    ///
    /// - Throws: ``HubError`` for a token that no page gave.
    static func read(_ token: String) throws(HubError) -> ReadPlace? {
        guard !token.isEmpty else { return nil }
        let parts = token.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let trait = Int(parts[0]) else { throw .noPage }
        return ReadPlace(structureID: String(parts[1]), trait: trait, rank: String(parts[2]))
    }
}

extension HubError {
    /// For a token that no page gave.
    static var noPage: HubError {
        HubError(.invalidArgument, "page_token is none that a page gave; send next_page_token as it came")
    }
}
