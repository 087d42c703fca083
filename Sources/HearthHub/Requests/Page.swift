internal import HearthHomeState
internal import HearthRPC

/// The items and bytes in a page so far.
struct Page {
    private var items = 0
    private var bytes = 0
    private let mostItems: Int
    private let mostBytes: Int
    /// Bytes added since the last yield.
    private var sincePause = 0
    private static let pauseBytes = 32 << 10

    /// - Parameter size: the most items that the caller wants; 0 for as many as fit.
    init(_ size: UInt32, _ limits: HubLimits) {
        mostItems = size == 0 ? .max : Int(clamping: size)
        mostBytes = limits.pageBytes
    }

    /// Whether the next item belongs on the following page.
    var isFull: Bool { items >= mostItems || bytes >= mostBytes }

    mutating func add(_ size: Int) {
        items += 1
        bytes += size
        sincePause += size
    }

    /// Whether the caller has to yield now. Counts from there again.
    mutating func isPauseDue() -> Bool {
        guard sincePause >= Self.pauseBytes else { return false }
        sincePause = 0
        return true
    }
}

/// Where a page of `List` begins. Its token is for the hub alone to read.
struct ListPlace: Hashable {
    /// In the order in which they are listed.
    enum Kind: String, CaseIterable, Comparable {
        case structure, room, zone, group, person, device

        static func < (left: Kind, right: Kind) -> Bool {
            allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
        }
    }

    let structureID: String
    let kind: Kind
    /// The object's id; empty for the structure.
    var id = ""

    var token: String { "\(kind.rawValue)\n\(structureID)\n\(id)" }

    /// The objects of a kind that are not listed yet, in order of creation. If the page's first object is gone, the
    /// list starts over.
    static func rest<T>(
        of all: [T], _ kind: Kind, from place: ListPlace?, _ id: (T) -> String
    ) -> ArraySlice<T> {
        guard let place, place.kind >= kind else { return all[...] }
        guard place.kind == kind else { return [] }
        return all[(all.firstIndex { id($0) == place.id } ?? all.startIndex)...]
    }

    /// Reads a token; nil for the first page.
    ///
    /// - Throws: ``HubError`` for an invalid token.
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
    /// The index among the device's traits.
    let trait: Int
    /// The device's ID; empty for the structure's own traits.
    let rank: String

    var token: String { "\(trait)\n\(structureID)\n\(rank)" }

    /// Reads a token; nil for the first page.
    ///
    /// - Throws: ``HubError`` for an invalid token.
    static func read(_ token: String) throws(HubError) -> ReadPlace? {
        guard !token.isEmpty else { return nil }
        let parts = token.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let trait = Int(parts[0]) else { throw .noPage }
        return ReadPlace(structureID: String(parts[1]), trait: trait, rank: String(parts[2]))
    }
}

extension HubError {
    /// The error for an invalid page token.
    static var noPage: HubError {
        HubError(.invalidArgument, "invalid page_token; send the next_page_token of the last page unchanged")
    }
}
