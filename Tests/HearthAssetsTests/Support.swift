internal import HearthAssets

extension AssetTable {
    /// A table of texts, with a compression that a test can read.
    init(_ texts: [String: String]) throws(AssetError) {
        try self.init(texts.map { ($0.key, Array($0.value.utf8)) }) { $0.count > 20 ? [0x1F, 0x8B] : nil }
    }

    func get(_ path: String, ifNoneMatch: String? = nil, acceptEncoding: String? = nil) -> AssetAnswer {
        answer(to: AssetRequest("GET", path, ifNoneMatch: ifNoneMatch, acceptEncoding: acceptEncoding))
    }
}

extension AssetAnswer {
    subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    var text: String { String(decoding: body, as: UTF8.self) }
}
