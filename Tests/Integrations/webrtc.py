"""Judges live views over WebRTC by aiortc, a client without a browser: cameras of the demo home and of `hearth-cameras` are
shown, missing packets come again, rights and privacy end a view within a second, and offers that can't be answered are
refused in words. Strangers' datagrams are not answered. What a client says is heard by others, and by a camera with ONVIF's
back channel."""

import argparse
import array
import asyncio
import json
import math
import operator
import os
import pathlib
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import AudioStreamTrack, MediaStreamError

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "PythonTestSupport"))

from cameras import Camera, Configuration, start  # noqa: E402
from integrated_hub import Hub  # noqa: E402
from processes import free_port, until  # noqa: E402


#: Debian's Python has the bindings of GStreamer.
GSTREAMER_PYTHON = "/usr/bin/python3"
PRIVACY = "CameraAvStreamManagement.softLivestreamPrivacyModeEnabled"


class Refused(Exception):
    """The hub's status and its words."""


def call(hub, method, token=None, **request):
    """A call of CameraService, in JSON."""
    heads = {"Content-Type": "application/json", "Connect-Protocol-Version": "1"}
    if token:
        heads["Authorization"] = "Bearer " + token
    question = urllib.request.Request(
        f"http://{hub.address}/hearth.v1.CameraService/{method}", json.dumps(request).encode(), heads)
    try:
        with urllib.request.urlopen(question, timeout=70) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        told = json.load(error)
        raise Refused(told["code"], told.get("message", "")) from None


def reason(hub, stream):
    """Why a view over WebRTC ends, once it does: the hub's status and words; None if one side has left."""
    body = json.dumps({"streamId": stream}).encode()
    question = urllib.request.Request(
        f"http://{hub.address}/hearth.v1.CameraService/WatchWebRtcView", b"\0" + len(body).to_bytes(4) + body,
        {"Content-Type": "application/connect+json", "Connect-Protocol-Version": "1"})
    with urllib.request.urlopen(question, timeout=70) as answer:
        while True:
            head = answer.read(5)
            message = json.loads(answer.read(int.from_bytes(head[1:])))
            if head[0] & 2:
                error = message.get("error")
                return error and (error["code"], error.get("message", ""))


def refusal(hub, method, **request):
    try:
        call(hub, method, **request)
    except Refused as refused:
        return refused.args
    raise AssertionError(f"{method} is not refused")


def cpu(pid):
    """The seconds of a core that a process has used."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


#: The tone that is said, in Hz, and the rate of G.711.
TONE, RATE = 1_000, 8_000


class Tone(AudioStreamTrack):
    """A voice of one tone."""

    async def recv(self):
        frame = await super().recv()
        at = [2 * math.pi * TONE * (frame.pts + index) / frame.sample_rate for index in range(frame.samples)]
        frame.planes[0].update(array.array("h", [int(10_000 * math.sin(angle)) for angle in at]).tobytes())
        return frame


def tone(samples, rate):
    """The tone's part of the power of samples, from 0 to 1: the middle one of all periods of 20 ms, as packets may be lost."""
    length = rate // 50
    waves = [[turn(2 * math.pi * TONE * index / rate) for index in range(length)] for turn in (math.sin, math.cos)]

    def share(part):
        whole = sum(each * each for each in part) * length
        return whole and 2 * sum(sum(map(operator.mul, part, wave)) ** 2 for wave in waves) / whole

    parts = [samples[start:start + length] for start in range(0, len(samples) - length + 1, length)]
    return statistics.median(map(share, parts)) if parts else 0


def linear(byte):
    """A sample of PCMU (ITU-T G.711)."""
    byte = ~byte & 0xFF
    value = ((byte & 0x0F) << 3) + 0x84 << (byte >> 4 & 7)
    return (0x84 - value) if byte & 0x80 else (value - 0x84)


class View:
    """A client's live view: counts pictures and packets of sound. Offers what will be answered, as aiortc takes no answer that
    refuses media."""

    def __init__(self, hub, device, *, endpoint=1, audio=True, loss=0.0, token=None, change=lambda offer: offer,
                 voice=None):
        self.hub, self.device, self.endpoint, self.loss = hub, device, endpoint, loss
        self.token, self.change = token, change
        self.audio, self.voice, self.sound = audio, voice, []
        self.peer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self.pictures, self.sounds, self.sizes, self.ages, self.first, self.ended = 0, 0, set(), [], None, None
        self.times, self.tasks = [], []
        self.peer.on("track", self._follow)

    async def open(self):
        if self.voice:
            self.peer.addTransceiver(self.voice, direction="sendrecv")
        elif self.audio:
            self.peer.addTransceiver("audio", direction="recvonly")
        self.peer.addTransceiver("video", direction="recvonly")
        await self.peer.setLocalDescription(await self.peer.createOffer())
        self.begun = time.monotonic()
        answer = await asyncio.to_thread(
            call, self.hub, "OpenWebRtcView", target={"deviceId": self.device, "endpoint": self.endpoint},
            offerSdp=self.change(self.peer.localDescription.sdp), token=self.token)
        self.answer, self.id = answer["answerSdp"], answer["opened"]["streamId"]
        self.seconds = answer["opened"]["seconds"]
        for transceiver in self.peer.getTransceivers():
            self._lose(transceiver.receiver.transport.transport)
        await self.peer.setRemoteDescription(RTCSessionDescription(self.answer, "answer"))
        return self

    def _lose(self, transport):
        """Drops packets of RTP before the client decrypts them."""
        if not self.loss or hasattr(transport, "hears"):
            return
        transport.hears = transport._recv

        async def hear():
            while True:
                data = await transport.hears()
                is_media = data and 128 <= data[0] < 192 and not 64 <= data[1] & 0x7F < 96
                if not is_media or random.random() >= self.loss:
                    return data

        transport._recv = hear

    def _follow(self, track):
        self.tasks.append(asyncio.ensure_future(self._read(track)))

    async def _read(self, track):
        try:
            while True:
                frame = await track.recv()
                if track.kind == "audio":
                    self.sounds += 1
                    # Of both channels; the plane is longer than its samples.
                    samples = array.array("h", bytes(frame.planes[0])[:4 * frame.samples])
                    self.sound = (self.sound + list(samples[::2]))[-24_000:]
                    continue
                self.pictures += 1
                self.first = self.first or time.monotonic() - self.begun
                self.last = time.monotonic()
                self.sizes.add((frame.width, frame.height))
                self.times.append(frame.time)
                self._look(frame)
        except MediaStreamError:
            self.ended = time.monotonic()

    def _look(self, frame):
        """The age of a picture that shows its time."""
        luma = frame.planes[0]
        row = bytes(luma)[frame.height // 2 * luma.line_size:]
        width = frame.width // 32
        shown = 0
        for bit in range(32):
            shown = shown << 1 | (row[bit * width + width // 2] > 128)
        age = (int(time.time() * 1000) - shown) & 0xFFFFFFFF
        if age < 60_000:
            self.ages.append(age)

    async def wait(self, more, seconds=30):
        """Waits for more pictures."""
        goal, end = self.pictures + more, time.monotonic() + seconds
        while self.pictures < goal:
            assert time.monotonic() < end, f"{self.pictures} of {goal} pictures within {seconds} s; {self.state()}"
            await asyncio.sleep(0.02)

    def state(self):
        return f"ice {self.peer.iceConnectionState}, connection {self.peer.connectionState}"

    async def wait_end(self, seconds=5):
        """The seconds since now until the last picture."""
        begun, end = time.monotonic(), time.monotonic() + seconds
        while self.peer.connectionState not in ("closed", "failed", "disconnected") and not self.ended:
            assert time.monotonic() < end, f"the view goes on; {self.state()}"
            await asyncio.sleep(0.02)
        return max(0, self.last - begun)

    async def close(self):
        for task in self.tasks:
            task.cancel()
        await self.peer.close()


def camera_of(hub, name):
    """The device's ID, and the endpoint with its camera."""
    shown = hub.run("show", name)[0]
    endpoint = next(each for each in shown["endpoints"] if "CameraAvStreamManagement" in each["traits"])
    return shown["id"], endpoint.get("id", endpoint.get("endpoint"))


async def judge_demo(options):
    hub = Hub(options.hub, "--demo", "--demo-webrtc", "0")
    device, endpoint = camera_of(hub, "Garden Camera")
    view = await View(hub, device, endpoint=endpoint, audio=False).open()
    assert view.seconds == 300, view.seconds
    await view.wait(40)
    assert view.sizes == {(640, 360)}, view.sizes
    assert view.times == sorted(view.times), "the pictures' times go back"
    print(f"demo: first picture after {view.first:.2f} s")

    assert call(hub, "ExtendLiveView", streamId=view.id) == {"seconds": 300}
    assert refusal(hub, "EndLiveView", streamId="other")[0] == "not_found"
    call(hub, "EndLiveView", streamId=view.id)
    late = await view.wait_end()
    assert late < 1, f"the last picture came {late:.2f} s after the end"
    assert refusal(hub, "ExtendLiveView", streamId=view.id)[0] == "not_found"
    await view.close()

    view = await View(hub, device, endpoint=endpoint, audio=False).open()
    await view.wait(10)
    why = asyncio.ensure_future(asyncio.to_thread(reason, hub, view.id))
    await view.wait(10)
    hub.set(device, endpoint, PRIVACY, "true")
    late = await view.wait_end()
    assert late < 1, f"the last picture came {late:.2f} s after privacy was switched on"
    code, words = await why
    assert (code, "privacy mode" in words) == ("failed_precondition", True), (code, words)
    print(f"demo: the last picture came {late:.2f} s after privacy was switched on")
    code, words = refusal(
        hub, "OpenWebRtcView", target={"deviceId": device, "endpoint": endpoint}, offerSdp=view.peer.localDescription.sdp)
    assert (code, "privacy mode" in words) == ("failed_precondition", True), (code, words)
    hub.set(device, endpoint, PRIVACY, "false")
    await view.close()

    await judge_ended_credential(hub, device, endpoint)
    await judge_wrong_certificate(hub, device, endpoint)
    log = json.dumps(hub.run("audit"))
    assert "began to watch" in log and "stopped watching" in log, log
    await judge_refusals(hub, device, endpoint)
    hub.stop()


async def judge_ended_credential(hub, device, endpoint):
    made = subprocess.run(
        [hub.program, "tokens", "create", "view", "--hub", hub.address], capture_output=True, text=True, check=True)
    view = await View(hub, device, endpoint=endpoint, audio=False, token=made.stdout.strip()).open()
    await view.wait(10)
    name = next(each["id"] for each in hub.run("tokens", "list")[0] if each["name"] == "view")
    await asyncio.to_thread(
        subprocess.run, [hub.program, "tokens", "revoke", name, "--yes", "--hub", hub.address], capture_output=True,
        check=True)
    late = await view.wait_end()
    assert late < 1, f"the last picture came {late:.2f} s after the token was revoked"
    print(f"demo: the last picture came {late:.2f} s after the token was revoked")
    await view.close()


async def judge_wrong_certificate(hub, device, endpoint):
    """A client that has the password, but not the certificate of the offer, gets nothing."""
    def change(offer):
        return re.sub(r"(a=fingerprint:sha-256 )(..)", lambda found: f"{found[1]}{int(found[2], 16) ^ 1:02X}", offer)

    view = await View(hub, device, endpoint=endpoint, audio=False, change=change).open()
    why = await asyncio.to_thread(hub.find, r"a live view of .* over WebRTC has ended: (.*)")
    assert "no secure connection to the client" in why, why
    assert view.pictures == 0 and view.peer.connectionState != "connected", (view.pictures, view.state())
    print("a client with another certificate gets no picture")
    await view.close()


async def judge_refusals(hub, device, endpoint):
    target = {"deviceId": device, "endpoint": endpoint}
    peer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
    peer.addTransceiver("video", direction="recvonly")
    await peer.setLocalDescription(await peer.createOffer())
    offer = peer.localDescription.sdp
    await peer.close()
    for what, text, code, word in (
        ("no SDP", "hello", "invalid_argument", "no SDP"),
        ("too long", offer + "a=x\r\n" * 4_000, "invalid_argument", "16384"),
        ("without H.264", offer.replace("H264", "VP9"), "failed_precondition", "H.264"),
        ("without encryption", offer.replace("UDP/TLS/RTP/SAVPF", "RTP/AVPF"), "failed_precondition", "UDP/TLS"),
    ):
        told = refusal(hub, "OpenWebRtcView", target=target, offerSdp=text)
        assert told[0] == code and word in told[1], (what, told)
    print("offers that can't be answered are refused in words")


def clock_camera(options, *more):
    """A hub with a camera of `hearth-cameras` that shows the time."""
    camera = Camera("--clock", *more)
    configuration = Configuration(camera)
    hub = Hub(options.hub)
    port = free_port()
    log = open(configuration.path.with_name("log"), "w+")
    process = start(
        [options.cameras, "--config", configuration.path, "--hub", hub.address, "--webrtc", str(port)], stdout=log,
        stderr=subprocess.STDOUT)
    until("the hub has the camera", lambda: any(
        each["name"] == "Porch" and each["connectivity"] == "online" for each in hub.devices()))
    return camera, configuration, hub, process, port


async def judge_cameras(options):
    camera, configuration, hub, process, port = clock_camera(options, "--gop", 10, "--bitrate", 2000)
    device, endpoint = camera_of(hub, "Porch")
    first = await View(hub, device, endpoint=endpoint).open()
    assert f" {port} typ host" in first.answer, first.answer
    await first.wait(75)
    await asyncio.sleep(3)
    first.ages.clear()
    second = await View(hub, device, endpoint=endpoint).open()
    await second.wait(50)
    begun, used, hub_used = time.monotonic(), cpu(process.pid), cpu(hub.process.pid)
    await second.wait(250)
    passed = time.monotonic() - begun
    assert first.sounds and second.sounds, (first.sounds, second.sounds)
    assert camera.clients() == 1, "one connection serves all viewers"
    print(f"cameras: first picture of the second viewer after {second.first:.2f} s at a GOP of 10 s; age p50 "
          f"{statistics.median(first.ages)} ms, p95 {percentile(first.ages, 0.95)} ms; two sessions cost "
          f"{(cpu(process.pid) - used) / passed * 100:.1f} % of a core in hearth-cameras and "
          f"{(cpu(hub.process.pid) - hub_used) / passed * 100:.1f} % in the hub")
    judge_strangers(port)
    await first.wait(25)
    hub.set(device, endpoint, PRIVACY, "true")
    late = await first.wait_end()
    assert late < 1, f"the last picture came {late:.2f} s after privacy was switched on"
    hub.set(device, endpoint, PRIVACY, "false")
    print(f"cameras: the last picture came {late:.2f} s after privacy was switched on")
    await first.close()
    await second.close()

    # The end of the process ends the views.
    first = await View(hub, device, endpoint=endpoint).open()
    await first.wait(10)
    process.kill()
    process.wait()
    until("the hub shows the camera as offline", lambda: hub.device("Porch").connectivity != "online", 5)
    assert refusal(hub, "ExtendLiveView", streamId=first.id)[0] == "not_found"
    await first.close()
    hub.stop()
    camera.stop()
    del configuration


def talk(view, begins=True, **more):
    call(view.hub, "StartTalkback" if begins else "StopTalkback", streamId=view.id, **more)


async def wait_tone(what, share, is_there, seconds=10):
    end = time.monotonic() + seconds
    while (share() > 0.5) != is_there:
        assert time.monotonic() < end, f"{what}: the tone has {share():.2f} of the power"
        await asyncio.sleep(0.1)


async def judge_talk(options):
    """What a client says is heard by another one, as a camera of the demo plays it."""
    hub = Hub(options.hub, "--demo", "--demo-webrtc", "0")
    device, endpoint = camera_of(hub, "Garden Camera")
    talker = await View(hub, device, endpoint=endpoint, voice=Tone()).open()
    listener = await View(hub, device, endpoint=endpoint).open()
    await talker.wait(10)
    await listener.wait(10)
    heard = lambda: tone(listener.sound, 48_000)  # noqa: E731
    await asyncio.sleep(1)
    assert heard() < 0.5, f"something is heard before it may be: {heard():.2f}"
    await asyncio.to_thread(talk, talker)
    begun = time.monotonic()
    await wait_tone("talking", heard, True)
    print(f"talk: speech was heard {time.monotonic() - begun:.1f} s after the press")
    told = refusal(hub, "StartTalkback", streamId=listener.id)
    assert (told[0], "somebody else" in told[1]) == ("resource_exhausted", True), told
    await asyncio.to_thread(talk, talker, False)
    await wait_tone("silence", heard, False)
    await asyncio.to_thread(talk, talker)
    await wait_tone("talking again", heard, True)
    hub.set(device, endpoint, "CameraAvStreamManagement.speakerMuted", "true")
    await wait_tone("a muted speaker", heard, False)
    told = refusal(hub, "StartTalkback", streamId=talker.id)
    assert (told[0], "speaker is muted" in told[1]) == ("failed_precondition", True), told
    hub.set(device, endpoint, "CameraAvStreamManagement.speakerMuted", "false")
    log = json.dumps(hub.run("audit"))
    assert "began to talk through" in log and "stopped talking through" in log, log
    for view in (talker, listener):
        await view.close()
    hub.stop()


async def judge_back_channel(options):
    """What a client says is played by a camera with ONVIF's back channel."""
    with tempfile.TemporaryDirectory() as folder:
        said = pathlib.Path(folder) / "said"
        camera, configuration, hub, process, _ = clock_camera(options, "--speaker", str(said))
        device, endpoint = camera_of(hub, "Porch")
        streams = next(each for each in hub.run("show", device)[0]["endpoints"] if "CameraAvStreamManagement" in each["traits"])
        support = streams["traits"]["CameraAvStreamManagement"]["attributes"].get("twoWayTalkSupport")
        assert support not in (None, 0, "notSupported"), support
        view = await View(hub, device, endpoint=endpoint, voice=Tone()).open()
        assert "a=sendrecv" in view.answer, view.answer
        await view.wait(25)
        assert not said.exists() or not said.stat().st_size, "something is said before it may be"
        for _ in range(2):
            await asyncio.to_thread(talk, view)
            size = said.stat().st_size if said.exists() else 0
            end = time.monotonic() + 15
            while not said.exists() or said.stat().st_size < size + RATE:
                assert time.monotonic() < end, "the camera hears nothing"
                await asyncio.sleep(0.1)
            samples = [linear(byte) for byte in said.read_bytes()[-RATE // 2:]]
            share = tone(samples, RATE)
            assert share > 0.5, f"the tone has {share:.2f} of the power"
            await asyncio.to_thread(talk, view, False)
            await asyncio.sleep(0.5)
            size = said.stat().st_size
            await asyncio.sleep(1)
            assert said.stat().st_size == size, "what is said after the end is played"
        print(f"talk: the camera's file has the tone with {share:.2f} of the power")
        await view.wait(10)
        await view.close()
        process.kill()
        hub.stop()
        camera.stop()
        del configuration


def judge_strangers(port):
    """Nothing is answered to an address that has not proven the password."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        stranger.settimeout(0.5)
        check = bytes.fromhex(
            "000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74002400046e0001ff80290008"
            "932ff9b151263b36000600096576746a3a68367659202020000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a280280004"
            "e57a3bcf")
        hello = bytes.fromhex("16feff000000000000000000") + bytes(100)
        for datagram in (check, check[:20], hello, b"", bytes(1400), os.urandom(200), b"\x80\xc8" + os.urandom(60)):
            stranger.sendto(datagram, ("127.0.0.1", port))
        try:
            raise AssertionError(f"a stranger got {stranger.recv(2000)!r}")
        except TimeoutError:
            print("strangers get no answer")


async def judge_losses(options):
    camera, configuration, hub, process, _ = clock_camera(options, "--gop", 2, "--bitrate", 1000)
    device, endpoint = camera_of(hub, "Porch")
    view = await View(hub, device, endpoint=endpoint, audio=False, loss=0.05).open()
    await view.wait(50)
    begun, before = time.monotonic(), view.pictures
    await view.wait(200, seconds=60)
    rate = (view.pictures - before) / (time.monotonic() - begun)
    print(f"losses: {rate:.0f} pictures a second of 25 with every 20th packet lost")
    assert rate > 15, rate
    await view.close()
    process.kill()
    hub.stop()
    camera.stop()
    del configuration


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hub", required=True, help="the program hearth")
    parser.add_argument("--cameras", required=True, help="the program hearth-cameras")
    parser.add_argument("cases", nargs="*", help="demo, talk, cameras, losses, back-channel; all by default")
    options = parser.parse_args()
    cases = {
        "demo": judge_demo, "talk": judge_talk, "cameras": judge_cameras, "losses": judge_losses,
        "back-channel": judge_back_channel}
    server = [GSTREAMER_PYTHON, "-c", "import gi; gi.require_version('GstRtspServer', '1.0')"]
    has_camera = subprocess.run(server, capture_output=True).returncode == 0
    for name in options.cases or cases:
        if name not in ("demo", "talk") and not has_camera:
            print(f"skipped: the case {name}, as GStreamer's RTSP server is not installed")
            continue
        asyncio.run(cases[name](options))
    print("webrtc: all cases passed")


if __name__ == "__main__":
    main()
