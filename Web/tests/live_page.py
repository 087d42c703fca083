"""A camera's live view on its page, in any engine, and one over WebRTC in Chromium."""

from engines import Engine

BUTTON = "[...document.querySelectorAll('.controls button')].find((one) => one.textContent === '{}')"
WATCH, STOP = BUTTON.format("Watch live"), BUTTON.format("Stop watching")
#: Makes an app's offer, with an audio track and a data channel of its own, as apps of Google's shape have them; notes
#: when each picture is shown, and its size.
OFFER = """async () => {
  const peer = window.peer = new RTCPeerConnection();
  window.shown = { times: [], sizes: [] };
  const sound = new AudioContext().createMediaStreamDestination().stream;
  peer.addTransceiver(sound.getAudioTracks()[0], { direction: "sendrecv" });
  peer.addTransceiver("video", { direction: "recvonly" });
  peer.createDataChannel("control");
  peer.ontrack = ({ track, streams }) => {
    if (track.kind !== "video") return;
    const video = document.body.appendChild(document.createElement("video"));
    Object.assign(video, { muted: true, srcObject: streams[0] });
    const next = () => video.requestVideoFrameCallback((now) => {
      shown.times.push(now);
      shown.sizes.push(`${video.videoWidth} × ${video.videoHeight}`);
      next();
    });
    next();
    video.play();
  };
  await peer.setLocalDescription();
  window.begun = performance.now();
  return peer.localDescription.sdp;
}"""


class LivePage:
    """A camera's page that offers its live view; `without` names interfaces that the browser is to lack."""

    def __init__(self, engine: Engine, address: str, device: str, without: tuple[str, ...] = ()) -> None:
        self.engine = engine
        engine.goto(f"http://{address}/#/device/{device}")
        engine.reload()
        engine.wait(WATCH, "the live view is not offered", 60)
        for name in without:
            engine.evaluate(f"(() => {{ window.{name} = undefined; return true; }})()")

    def watch(self) -> float:
        """Begins the live view. Returns when, by the page's clock in milliseconds."""
        return self.engine.evaluate(f"(() => {{ {WATCH}.click(); return performance.now(); }})()")

    def player(self) -> str:
        return self.engine.evaluate("document.querySelector('.live canvas, .live video').localName")

    def stop(self) -> None:
        self.engine.evaluate(f"({STOP}.click(), true)")
        self.engine.wait(f"{WATCH} && !document.querySelector('.live')", "it does not stop")


def open_session(page, call, target: dict) -> dict:
    """Opens a live view over WebRTC in a page of Playwright. `call` calls a method of the hub. Returns the answer."""
    offer = page.evaluate(OFFER)
    answer = call("CameraService/OpenWebRtcView", {"target": target, "offerSdp": offer})
    page.evaluate("(sdp) => peer.setRemoteDescription({ type: 'answer', sdp })", answer["answerSdp"])
    return answer
