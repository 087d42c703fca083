"""A network camera: GStreamer's RTSP server with a test picture in H.264 or H.265 and a tone in PCMU. Prints its port.
With --clock the picture is the time instead: the lower 32 bits of the milliseconds since 1970, in white and black columns
from the highest bit on. With --speaker it plays what is said over ONVIF's back channel in PCMU, into a file.

While it runs it reads commands from its input: `drop` closes all connections, `clients` prints how many there are."""

import argparse
import sys
import threading
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

ENCODERS = {
    "h264": "x264enc tune=zerolatency speed-preset=ultrafast bitrate={bitrate} key-int-max={gop} ! "
            "video/x-h264,profile=constrained-baseline ! rtph264pay name=pay0 pt=96",
    "h265": "x265enc tune=zerolatency speed-preset=ultrafast bitrate={bitrate} key-int-max={gop} ! "
            "rtph265pay name=pay0 pt=96",
}
SPEAKER = (
    '( capsfilter caps="application/x-rtp, media=audio, payload=0, clock-rate=8000, encoding-name=PCMU" '
    "name=depay_backchannel ! rtppcmudepay ! filesink location={file} buffer-mode=unbuffered async=false sync=false )")


def picture_of_time(width, height):
    """The present time in I420."""
    now = int(time.time() * 1000) & 0xFFFFFFFF
    row = b"".join((b"\xeb" if now >> bit & 1 else b"\x10") * (width // 32) for bit in range(31, -1, -1))
    return row * height + b"\x80" * (width * height // 2)


def show_time(_, media, options):
    source = media.get_element().get_by_name("clock")
    wanted = threading.Event()
    source.connect("need-data", lambda *_: wanted.set())
    # The server seeks to the beginning of what is live.
    source.connect("seek-data", lambda *_: True)

    def push():
        wanted.wait()
        due = time.monotonic()
        while source.get_parent() is not None:
            source.emit("push-buffer", Gst.Buffer.new_wrapped(picture_of_time(options.width, options.height)))
            due += 0.04
            time.sleep(max(0, due - time.monotonic()))

    threading.Thread(target=push, daemon=True).start()


def launch(options, codec):
    source = f"videotestsrc is-live=true pattern={options.pattern}"
    if options.clock:
        source = "appsrc name=clock is-live=true format=time do-timestamp=true stream-type=seekable"
    video = (
        f"{source} ! "
        f"video/x-raw,format=I420,width={options.width},height={options.height},framerate=25/1 ! ")
    encoder = ENCODERS[codec].format(bitrate=options.bitrate, gop=options.gop * 25)
    sound = "audiotestsrc is-live=true ! audio/x-raw,rate=8000,channels=1 ! mulawenc ! rtppcmupay name=pay1 pt=0"
    return f"( {video}{encoder} {sound} )"


def protect(server, factory, user, password, basic):
    auth = GstRtspServer.RTSPAuth()
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "viewer")
    if basic:
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic(user, password), token)
    else:
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
        auth.add_digest(user, password, token)
    permissions = GstRtspServer.RTSPPermissions()
    permissions.add_permission_for_role("viewer", "media.factory.access", True)
    permissions.add_permission_for_role("viewer", "media.factory.construct", True)
    factory.set_permissions(permissions)
    server.set_auth(auth)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--listen", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--gop", type=int, default=1, help="seconds between key frames")
    parser.add_argument("--bitrate", type=int, default=1000, help="kbit/s")
    parser.add_argument("--width", type=int, default=640)
    parser.add_argument("--height", type=int, default=360)
    parser.add_argument("--codec", default="h264")
    parser.add_argument("--stream", action="append", help="PATH=CODEC; by default live in the codec")
    parser.add_argument("--pattern", default="ball")
    parser.add_argument("--clock", action="store_true")
    parser.add_argument("--speaker", help="the file that gets what is said")
    parser.add_argument("--user")
    parser.add_argument("--basic", action="store_true")
    parser.add_argument("--drop", type=float, help="closes all connections each so many seconds")
    options = parser.parse_args()
    # Read from the input, so that it is no argument of the process.
    password = sys.stdin.readline().strip() if options.user else None

    Gst.init(None)
    server = GstRtspServer.RTSPOnvifServer() if options.speaker else GstRtspServer.RTSPServer()
    server.set_address(options.listen)
    server.set_service(str(options.port))
    for stream in options.stream or [f"live={options.codec}"]:
        path, _, codec = stream.partition("=")
        factory = GstRtspServer.RTSPOnvifMediaFactory() if options.speaker else GstRtspServer.RTSPMediaFactory()
        if options.speaker:
            factory.set_media_gtype(GstRtspServer.RTSPOnvifMedia.__gtype__)
            factory.set_backchannel_launch(SPEAKER.format(file=options.speaker))
        factory.set_launch(launch(options, codec))
        # What a client says is its own.
        factory.set_shared(not options.speaker)
        if options.clock:
            factory.connect("media-configure", show_time, options)
        if options.user:
            protect(server, factory, options.user, password, options.basic)
        server.get_mount_points().add_factory(f"/{path}", factory)
    loop = GLib.MainLoop()
    server.attach(None)

    def drop():
        server.client_filter(lambda *_: GstRtspServer.RTSPFilterResult.REMOVE)
        return True

    def command(line):
        if line == "drop":
            drop()
        elif line == "clients":
            print(len(server.client_filter(lambda *_: GstRtspServer.RTSPFilterResult.REF)), flush=True)

    def read():
        for line in sys.stdin:
            GLib.idle_add(command, line.strip())
        GLib.idle_add(loop.quit)

    threading.Thread(target=read, daemon=True).start()
    if options.drop:
        GLib.timeout_add(int(options.drop * 1000), drop)
    # Sessions that time out are forgotten.
    GLib.timeout_add_seconds(2, lambda: bool(server.get_session_pool().cleanup() or True))
    print(server.get_bound_port(), flush=True)
    loop.run()


if __name__ == "__main__":
    main()
