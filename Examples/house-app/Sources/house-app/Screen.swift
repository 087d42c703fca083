import Foundation

/// The app's output. On a terminal it redraws the whole list below the input line at each change. In a pipe or file it
/// writes the list once, and then a line for each change.
@MainActor
final class Screen {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    private var isDrawing = false
    private var message = "a number to switch something, help, or quit"

    /// Shows the result of a command.
    func say(_ text: String) {
        message = text
        if !isTerminal { write(text + "\n") }
    }

    /// Shows the list.
    func show(_ house: House) {
        guard isTerminal else {
            for line in lines(house) { write(line + "\n") }
            return
        }
        // Changes often come together; one drawing shows them all.
        guard !isDrawing else { return }
        isDrawing = true
        Task {
            isDrawing = false
            draw(house)
        }
    }

    /// Shows the state of one device.
    func show(_ entry: Entry, in house: House) {
        if isTerminal { show(house) } else { write("\(entry.device.name): \(entry.status)\n") }
    }

    /// Restores the terminal.
    func close() {
        if isTerminal { write("\u{1B}[?1049l") }
    }

    /// Begins the output; on a terminal on the alternate screen.
    func open() {
        if isTerminal { write("\u{1B}[?1049h\u{1B}[2J\u{1B}[H> ") }
    }

    /// Clears the input line.
    func clearInput() {
        if isTerminal { write("\u{1B}[H\u{1B}[2K> ") }
    }

    private func draw(_ house: House) {
        // The cursor position is saved, so that half-typed input stays. Long lines are cut, not wrapped.
        var text = "\u{1B}7\u{1B}[?7l\u{1B}[2;1H\u{1B}[J\u{1B}[2m\(message)\u{1B}[0m\n"
        for line in lines(house) { text += "\r" + line + "\n" }
        write(text + "\u{1B}[?7h\u{1B}8")
    }

    private func lines(_ house: House) -> [String] {
        let width = house.entries.values.map(\.device.name.count).max() ?? 0
        return house.byRoom.flatMap { room in
            [bold(room.name.isEmpty ? "In your home" : room.name)]
                + room.entries.map { entry in
                    let number = String(repeating: " ", count: max(0, 3 - String(entry.number).count))
                    let gap = String(repeating: " ", count: width - entry.device.name.count + 2)
                    return "\(number)\(entry.number)  \(entry.device.name)\(gap)\(entry.status)"
                }
        }
    }

    private func bold(_ text: String) -> String { isTerminal ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    private func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
