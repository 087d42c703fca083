public import HearthDashboard

extension AssetTable {
    /// The page that is built into the program: the folder `Web`, as it was then.
    ///
    /// - Parameter compress: makes gzip of a file; nil where that can't be done.
    /// - Throws: ``AssetError`` for a page that could not work.
    public static func embedded(compress: ([UInt8]) -> [UInt8]?) throws(AssetError) -> AssetTable {
        try AssetTable(files, compress: compress)
    }

    /// Of these files, those for pages elsewhere, which another page is served with as well.
    package static var embeddedSDK: [(path: String, bytes: [UInt8])] { files.filter { $0.path.hasPrefix("sdk/") } }

    private static var files: [(path: String, bytes: [UInt8])] {
        EmbeddedWeb.files.map { file in (file.path.description, file.text.withUTF8Buffer { Array($0) }) }
    }
}
