/// Security header fields that isolate the page, sent with each answer.
enum SecurityFields {
    static let all: [(name: String, value: String)] = [
        ("content-security-policy", policy.joined(separator: "; ")),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", permissions),
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
    ]

    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
        // A media source plays the live views of cameras.
        "media-src blob:",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'",
        // The one policy is for the URLs of workers, which 'none' would forbid.
        "require-trusted-types-for 'script'", "trusted-types hearth",
    ]

    /// There is no wildcard, so each permission is named. The camera reads the codes of invitations, the microphone is
    /// for people who talk through a camera; a wall tablet shows a room in full screen and stays awake.
    private static let permissions =
        (["camera", "fullscreen", "microphone", "screen-wake-lock"].map { "\($0)=(self)" }
        + [
            "accelerometer", "autoplay", "display-capture", "encrypted-media", "gamepad", "geolocation", "gyroscope",
            "hid", "idle-detection", "magnetometer", "midi", "payment", "picture-in-picture",
            "publickey-credentials-get", "serial", "usb", "xr-spatial-tracking",
        ].map { "\($0)=()" }).joined(separator: ", ")
}
