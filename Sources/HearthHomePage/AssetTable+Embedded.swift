public import HearthAssets

extension AssetTable {
    /// The page that is built into the program, from the folder `Web` at build time.
    ///
    /// - Parameter compress: returns a file in gzip's format; nil if compression failed. Called for a file's first
    ///   request, on its thread.
    /// - Throws: ``AssetError`` for an invalid page.
    public static func embedded(
        compress: @escaping @Sendable ([UInt8]) -> [UInt8]?
    ) throws(AssetError) -> AssetTable {
        try AssetTable(files, compress: compress)
    }

    /// The files of the SDK for other pages, which a page from a folder needs as well.
    package static var embeddedSDK: [(path: String, bytes: [UInt8])] { files.filter { $0.path.hasPrefix("sdk/") } }

    private static var files: [(path: String, bytes: [UInt8])] {
        EmbeddedWeb.files.map { file in (file.path.description, file.text.withUTF8Buffer { Array($0) }) }
    }
}
