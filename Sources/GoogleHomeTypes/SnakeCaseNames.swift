public import HearthTraits

// Google's SDK for Swift spells these members with underscores; Hearth's traits spell all names alike.

extension Google.CameraHistoryTrait.MediaUrl {
    /// `thumbnailUrl`, by its name in Google's SDK.
    public var thumbnail_url: String { thumbnailUrl }
    /// `previewUrl`, by its name in Google's SDK.
    public var preview_url: String { previewUrl }
    /// `hlsMasterPlaylistUrl`, by its name in Google's SDK.
    public var hls_master_playlist_url: String { hlsMasterPlaylistUrl }
}

extension Google.CameraSnapshotTrait.GetLiveSnapshotResponse {
    /// `snapshotUrl`, by its name in Google's SDK.
    public var snapshot_url: String { snapshotUrl }
}
