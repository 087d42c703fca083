internal import HearthWyoming

/// A peer's bytes for a session, in pieces. However they are cut, the same actions follow, the session holds little, and
/// after its end nothing follows.
func fuzzWyoming(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let step = Int(pieces.byte() % 16) + 1
    let input = pieces.bytes(bytes.count)
    func actions(inPieces size: Int) -> [WyomingSession.Action] {
        var session = WyomingSession(version: "1", languages: ["en"])
        var (actions, position): ([WyomingSession.Action], Int) = ([], 0)
        func perform(_ new: [WyomingSession.Action]) {
            actions += new
            guard case .answer(let words)? = new.last else { return }
            must(!session.isReading, "a session reads while it answers")
            perform(session.answered(WyomingAnswer(isHandled: true, text: words.text)))
        }
        while position < input.count {
            let end = min(position + size, input.count)
            perform(session.received(Array(input[position..<end])))
            position = end
        }
        let hasEnded = actions.contains(.close)
        must(hasEnded == !session.isReading, "a session reads after its end")
        must(!hasEnded || actions.last == .close, "a session acts after its end")
        return actions
    }
    must(actions(inPieces: max(input.count, 1)) == actions(inPieces: step), "pieces change the actions")
}
