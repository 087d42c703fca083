import Foundation

/// Where the house is shown: on a terminal the whole list, drawn anew at each change below the line that one types in;
/// into a pipe or a file the list once, and then a line for each change.
@MainActor
final class Screen {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    private var isDrawing = false
    private var message = "a number to switch something, help, or quit"

    /// Says how a command went.
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
        // Many changes come together: one drawing shows them all.
        guard !isDrawing else { return }
        isDrawing = true
        Task {
            isDrawing = false
            draw(house)
        }
    }

    /// Shows what one device does now.
    func show(_ entry: Entry, in house: House) {
        if isTerminal { show(house) } else { write("\(entry.device.name): \(entry.status)\n") }
    }

    /// Gives the terminal back as it was.
    func close() {
        if isTerminal { write("\u{1B}[?1049l") }
    }

    /// Begins: on a terminal on a page of its own.
    func open() {
        if isTerminal { write("\u{1B}[?1049h\u{1B}[2J\u{1B}[H> ") }
    }

    /// Makes room for the next line to type.
    func clearInput() {
        if isTerminal { write("\u{1B}[H\u{1B}[2K> ") }
    }

    private func draw(_ house: House) {
        // The cursor is kept: what is half typed in the first line stays. Lines that are too long are cut, not wrapped.
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
