/// What the page's service worker gets of a notice.
enum PushMessage {
    /// The notice as JSON, without its recipients, which the worker does not show. A text that does not fit is cut.
    static func bytes(_ notice: PostedNotice) -> [UInt8] {
        var sent = notice
        sent.recipients = []
        var kept = notice.text
        while true {
            let bytes = Array(NoticeForm.json(sent).utf8)
            guard bytes.count > PushEncryption.mostBytes, !kept.isEmpty else { return bytes }
            kept.removeLast(max(1, kept.count / 8))
            sent.text = kept + "…"
        }
    }
}
