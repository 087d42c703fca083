extension QRCode {
    /// The code as text for terminals, two rows of modules per line, including the quiet zone. Light modules are drawn
    /// as blocks, which suits light text on a dark background; scanners also read the inverse.
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
