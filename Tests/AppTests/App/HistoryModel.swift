import Foundation
import Hearth
import HearthTraits
import Observation

/// What happened in a home, day by day, with filters: written for Google's SDK, with the names of its sample app.
@Observable @MainActor final class HistoryModel {
    struct Entry: Sendable, Identifiable {
        let id: String
        let title: String
        let device: String
        let time: Date
    }

    struct Day: Sendable {
        let start: Date
        var entries: [Entry]
    }

    /// A filter for events, by the SDK's type and by the text that a query takes.
    struct EventFilter: Hashable, Sendable {
        let type: Google.CameraHistoryTrait.EventType
        let title: String
        let text: String
    }

    private(set) var days: [Day] = []
    private(set) var hasNextPage = false
    private(set) var isLoading = false
    private(set) var problem: String?
    private(set) var possibleFilters: [EventFilter] = []
    var filters: Set<EventFilter> = []
    var interval: DateInterval?
    var deviceIDs: [String] = []

    private static let knownFilters = [
        EventFilter(type: .motion, title: "Motion", text: "EVENT_TYPE_MOTION"),
        EventFilter(type: .person, title: "Person", text: "EVENT_TYPE_PERSON"),
        EventFilter(type: .doorbell, title: "Doorbell pressed", text: "EVENT_TYPE_DOORBELL"),
        EventFilter(type: .smokeAlarm, title: "Smoke alarm", text: "EVENT_TYPE_SMOKE_ALARM"),
        EventFilter(type: .coAlarm, title: "CO alarm", text: "EVENT_TYPE_CO_ALARM"),
        EventFilter(type: .garageDoorOpened, title: "Garage door opened", text: "EVENT_TYPE_GARAGE_DOOR_OPENED"),
        EventFilter(type: .garageDoorClosed, title: "Garage door closed", text: "EVENT_TYPE_GARAGE_DOOR_CLOSED"),
    ]

    private let home: Home
    private let structureID: String
    private var structure: Structure?
    private var historyIterator: PagedHistoryStream.AsyncIterator?
    private let historyItemVisitor: HistoryItemVisitor<Entry>
    private let pageSize: UInt

    init(home: Home, structureID: String, pageSize: UInt = 10) {
        self.home = home
        self.structureID = structureID
        self.pageSize = pageSize
        historyItemVisitor = HistoryItemVisitor<Entry>()
        historyItemVisitor.registerDefault(self.other)
        historyItemVisitor.register(Google.CameraHistoryTrait.HistoryItemEvent.self, handler: self.camera)
        historyItemVisitor.register(StateChangeEvent<Matter.DoorLockTrait>.self, handler: self.lockState)
        historyItemVisitor.register(Matter.DoorLockTrait.LockOperationEvent.self, handler: self.lockOperation)
        historyItemVisitor.register(
            StateChangeEvent<Google.ConnectivityTrait>.self, handler: { _, _ in nil })
    }

    func initialize() async {
        structure = try? await home.structures().list().first(where: { $0.id == structureID })
        await refresh()
        let specs = (try? await structure?.history.fetchApplicableFilters()) ?? []
        for spec in specs {
            possibleFilters += Self.knownFilters.filter { spec.supportedValues.contains($0.text) }
        }
    }

    func refresh() async {
        guard let structure else { return }
        (days, hasNextPage, problem) = ([], true, nil)
        do {
            var historyQuery = try await structure.history.query()
            if !deviceIDs.isEmpty { historyQuery = historyQuery.objects(deviceIDs) }
            for filter in filters { historyQuery = historyQuery.cameraEvents(filter.text) }
            if let interval { historyQuery = historyQuery.date(start: interval.start, end: interval.end) }
            historyIterator = try historyQuery.execute(pageSize: pageSize).makeAsyncIterator()
            await loadNextPage()
        } catch {
            problem = error.localizedDescription
        }
    }

    func loadNextPage() async {
        guard let historyIterator, !isLoading, hasNextPage else { return }
        isLoading = true
        defer { isLoading = false }
        do {
            guard let page = try await historyIterator.next() else {
                hasNextPage = false
                return
            }
            for entry in try historyItemVisitor.collect(page.items) {
                let start = Calendar.current.startOfDay(for: entry.time)
                if let day = days.firstIndex(where: { $0.start == start }) {
                    days[day].entries.append(entry)
                } else {
                    days.append(Day(start: start, entries: [entry]))
                }
            }
        } catch {
            problem = (error as? HomeError)?.message
        }
    }

    private func entry(_ title: String, _ item: HistoryItem) -> Entry {
        Entry(id: item.id, title: title, device: item.source.deviceName, time: item.timestamp)
    }

    private func other(_ item: HistoryItem) -> Entry? {
        switch item.value {
        case .event(let data): entry(data.id, item)
        case .stateChange(let change): entry(change.typeID, item)
        default: nil
        }
    }

    private func camera(
        _ event: Google.CameraHistoryTrait.HistoryItemEvent, historyItem: HistoryItem
    ) -> Entry {
        let types = Set(event.payload.eventTracks?.flatMap { $0.eventTypes } ?? [])
        let title = Self.knownFilters.first { types.contains($0.type) }?.title
        let caption = event.payload.captions?.first { $0.captionType == .short }?.captionText
        let picture = event.payload.mediaUrl?.thumbnailUrl ?? ""
        return entry(caption ?? title ?? (picture.isEmpty ? "Unknown event" : "Recording"), historyItem)
    }

    private func lockState(
        _ change: StateChangeEvent<Matter.DoorLockTrait>, historyItem: HistoryItem
    ) -> Entry? {
        guard let state = change.newValue.attributes.lockState else { return nil }
        return entry(state == .locked ? "Locked" : "Unlocked", historyItem)
    }

    private func lockOperation(
        _ event: Matter.DoorLockTrait.LockOperationEvent, historyItem: HistoryItem
    ) -> Entry? {
        entry("Operation \(event.payload.lockOperationType == .unlock ? "unlock" : "lock")", historyItem)
    }
}

extension HistoryItem.Source {
    /// As in Google's sample app; the SDK has one, too.
    var deviceName: String {
        switch self {
        case .device(let device, _, _): return device.name
        default: return "Unknown device"
        }
    }
}
