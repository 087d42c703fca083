// What the files of cameras of Google's sample app take from Apple's module of this name, which this system lacks.

@_exported public import Foundation

public final class UIApplication {
    public static let didEnterBackgroundNotification = Notification.Name("didEnterBackground")
}

open class UIView {
    public enum ContentMode { case scaleAspectFit }
    public var contentMode = ContentMode.scaleAspectFit

    public init() {}
}
