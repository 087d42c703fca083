// For apps that are ported: `import GoogleHomeSDK` stays as it is, and means Hearth.
@_exported public import Hearth

/// Google's name for what a hub has found nearby.
public typealias Hub = NearbyHub
