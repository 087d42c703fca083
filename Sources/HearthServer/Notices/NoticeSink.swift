internal import HearthBase
internal import HearthEventLoop
internal import HearthHub
internal import HearthNoticeTargets
internal import HearthTerminal
internal import HearthTraitCore

/// What the options of `hearth serve` do with a hub's notices: post them to a web address, or run a command for each.
enum NoticeSink: Sendable {
    case target(NoticeTarget)
    case command(String)

    /// Passes on a feed's notices until the task is cancelled.
    func deliver(
        _ notices: AsyncStream<PostedNotice>, loop: EventLoop, say: @escaping @Sendable (String) -> Void
    ) async {
        switch self {
        case .target(let target):
            let clock = SystemClock()
            let delivery = NoticeDelivery(target, by: WebPoster(loop: loop, clock: clock), clock: clock, notice: say)
            for await notice in notices { await delivery.take(notice) }
            await delivery.stop()
        case .command(let command):
            await NoticeCommand(command: command, say: say).run(notices)
        }
    }
}

extension PostedNotice {
    init(_ notice: HubNotice) {
        self.init(
            structureID: notice.structureID, structureName: notice.structureName, id: notice.id, title: notice.title,
            text: notice.text, urgency: NoticeUrgency(rawValue: notice.urgency) ?? .information,
            kind: NoticeKinds.word(notice.kind), recipients: notice.recipients, deviceID: notice.deviceID,
            automationID: notice.automationID, subject: notice.subject)
    }
}
