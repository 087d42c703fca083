extension QRCode {
    /// The code for a terminal, two rows of modules a line, with its quiet zone. Dark modules are the terminal's
    /// background and light ones are set, which is right for light text on dark; scanners read it the other way round
    /// as well.
    public var terminalText: String {
        let quiet = 4
        return stride(from: -quiet, to: size + quiet, by: 2).map { row in
            (-quiet..<size + quiet).map { column in
                switch (self[row, column], row + 1 < size + quiet && self[row + 1, column]) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }
            .joined()
        }
        .joined(separator: "\n")
    }
}
