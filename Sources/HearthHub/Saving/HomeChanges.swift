internal import HearthHomeState
internal import HearthTraitCore

/// Makes the changes of structures, and lets follow what each needs: saving, notices to people, the watch for absent devices, pictures
/// and clips of cameras, and the release of app data of removed objects. Has no state of its own.
final class HomeChanges: Sendable {
    private let clock: any HomeClock
    private let saver: HomeSaver
    private let notices: NoticeCenter
    private let absences: AbsenceWatch
    private let appData: AppDataShares
    private let former: FormerDevices
    private let cameraEvents: CameraEventCenter

    init(
        clock: any HomeClock, saver: HomeSaver, notices: NoticeCenter, absences: AbsenceWatch, appData: AppDataShares,
        former: FormerDevices, cameraEvents: CameraEventCenter
    ) {
        self.cameraEvents = cameraEvents
        self.former = former
        self.clock = clock
        self.saver = saver
        self.notices = notices
        self.absences = absences
        self.appData = appData
    }

    /// Changes a structure and schedules saving.
    ///
    /// - Parameters:
    ///   - savedFirst: whether watches get the report only once it is saved.
    ///   - notifiesLater: whether the caller has more changes, and calls ``StructureCell/notifyWatches()`` after them.
    @discardableResult
    func change(
        _ cell: StructureCell, savedFirst: Bool = false, notifiesLater: Bool = false,
        _ body: (inout StructureState) -> ReportRecord?
    ) -> ReportRecord? {
        let record = cell.change(savedFirst: savedFirst, notifiesLater: notifiesLater, body)
        guard let record else { return record }
        // A clock's tick is saved with the next other change, or at shutdown.
        if cell.isSavingUrgent { saver.saveAtOnce() } else if !record.isTick { saver.saveSoon() }
        if !record.events.isEmpty { notices.notifyObservers(of: record, in: cell) }
        cameraEvents.notifyObservers(of: record, in: cell)
        if !record.objects.isEmpty {
            appData.release(record, of: cell.id, former: former)
            absences.follow(record, in: cell, self)
        }
        return record
    }

    func apply(_ change: DeviceChange, by origin: ChangeOrigin? = nil, in cell: StructureCell) {
        let time = clock.sinceEpoch
        self.change(cell) { $0.apply(change, by: origin, at: time) }
    }
}
