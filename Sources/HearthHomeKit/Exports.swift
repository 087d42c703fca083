// Importing HomeKit also imports Foundation, so apps rely on it.
@_exported public import Foundation
// What ``HMCameraSource/parts`` has.
@_exported public import HearthCameraMedia
