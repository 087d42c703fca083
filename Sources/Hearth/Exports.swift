// An app imports `Hearth` and the traits that it uses. This re-exports publishers, errors and the types of traits, but
// not wire messages.
@_exported public import enum HearthCameraMedia.CameraPart
@_exported public import enum HearthCameraMedia.CameraQuality
@_exported public import struct HearthCameraMedia.AudioFormat
@_exported public import struct HearthCameraMedia.ByteStream
@_exported public import struct HearthCameraMedia.CameraFormat
@_exported public import struct HearthCameraMedia.CameraUnit
@_exported public import struct HearthCameraMedia.SpokenPacket
@_exported public import struct HearthCameraMedia.VideoFormat
@_exported public import HearthCombine
@_exported public import HearthTraitCore
// Foundation also has an `Expression`. A type that is imported by name takes precedence, so that files which import
// both need not qualify it.
@_exported public import protocol HearthTraitCore.Expression
