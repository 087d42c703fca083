import Foundation
import GoogleHomeSDK
import GoogleHomeTypes
import Observation

/// The events of a home's cameras on a page, newest first, each with the URL of its picture.
@Observable @MainActor class CameraEvents {
    struct Entry: Hashable, Identifiable, Sendable {
        let id: String
        let deviceName: String
        let isRing: Bool
        let thumbnailURL: URL?
    }

    private(set) var entries: [Entry] = []
    private let historyItemVisitor = HistoryItemVisitor<Entry>()

    init() {
        historyItemVisitor.register(Google.CameraHistoryTrait.HistoryItemEvent.self, handler: self.handleCamera)
    }

    func load(_ structure: Structure, filters: [String]) async throws {
        var historyQuery = try await structure.history.query()
        for filter in filters { historyQuery = historyQuery.cameraEvents(filter) }
        let iterator = try historyQuery.execute(pageSize: 20).makeAsyncIterator()
        guard let page = try await iterator.next() else { return }
        entries = try historyItemVisitor.collect(page.items)
    }

    private func handleCamera(
        _ event: Google.CameraHistoryTrait.HistoryItemEvent, historyItem: HistoryItem
    ) -> Entry? {
        let types = event.payload.eventTracks?.flatMap { $0.eventTypes } ?? []
        var name = "Unknown device"
        if case .device(let device, _, _) = historyItem.source { name = device.name }
        let thumbnail = event.payload.mediaUrl?.thumbnail_url ?? ""
        return Entry(
            id: historyItem.id, deviceName: name, isRing: types.contains(.doorbell),
            thumbnailURL: thumbnail.isEmpty ? nil : URL(string: thumbnail))
    }
}
