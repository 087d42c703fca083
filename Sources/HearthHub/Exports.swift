// The public types of a hub that its state needs; the others of that module are for this package only.
@_exported public import struct HearthHomeState.HomeKitDetail
@_exported public import struct HearthHomeState.HubError
@_exported public import struct HearthHomeState.HubLimits
