"""A camera that speaks ONVIF, for what the public simulators lack: events, the second media service, a wrong clock, restarts.
It serves no stream, but a picture. It prints its port and obeys lines on its input: `event TOPIC ITEM VALUE`, `restart`,
`clock SECONDS`, and `subscriptions WORD`, which prints the word, how many it keeps, how many it has made, and how often one
was renewed."""

import argparse
import base64
import contextlib
import datetime
import hashlib
import http.server
import re
import socket
import struct
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree

NAMESPACES = {
    "s": "www.w3.org/2003/05/soap-envelope", "tt": "www.onvif.org/ver10/schema", "tds": "www.onvif.org/ver10/device/wsdl",
    "trt": "www.onvif.org/ver10/media/wsdl", "tr2": "www.onvif.org/ver20/media/wsdl", "tev": "www.onvif.org/ver10/events/wsdl",
    "wsa": "www.w3.org/2005/08/addressing", "wsnt": "docs.oasis-open.org/wsn/b-2", "wstop": "docs.oasis-open.org/wsn/t-1",
    "tns1": "www.onvif.org/ver10/topics", "a": "schemas.xmlsoap.org/ws/2004/08/addressing",
    "d": "schemas.xmlsoap.org/ws/2005/04/discovery", "dn": "www.onvif.org/ver10/network/wsdl"}
ENDPOINT = "urn:uuid:5f5a69c2-e0ae-504f-829b-00fe0d1c2b3a"
TOPICS = ("VideoSource/MotionAlarm", "AudioAnalytics/Audio/DetectedSound", "RuleEngine/MyRuleDetector/PeopleDetect",
          "RuleEngine/MyRuleDetector/Visitor")


def tag(name, *content, **attributes):
    """An element; an underscore divides its prefix from its name."""
    name = name.replace("_", ":")
    words = "".join(f' {key.replace("_", ":")}="{value}"' for key, value in attributes.items())
    return f"<{name}{words}>{''.join(map(str, content))}</{name}>"


def envelope(body, head=""):
    names = {f"xmlns_{prefix}": f"http://{name}" for prefix, name in NAMESPACES.items()}
    return tag("s_Envelope", tag("s_Header", head), tag("s_Body", body), **names).encode()


def tree(topic):
    """A topic as elements inside each other."""
    *outer, last = topic.split("/")
    content = tag(last, wstop_topic="true")
    for name in reversed(outer[1:]):
        content = tag(name, content)
    return tag(f"tns1_{outer[0]}", content)


def profile(token, codec, width, height):
    resolution = tag("tt_Resolution", tag("tt_Width", width), tag("tt_Height", height))
    rate = tag("tt_RateControl", tag("tt_FrameRateLimit", 25))
    encoder = tag("tr2_VideoEncoder", tag("tt_Encoding", codec), resolution, rate)
    # A loudspeaker.
    return tag("tr2_Profiles", tag("tr2_Configurations", encoder + tag("tr2_AudioOutput", "")), token=token)


class Refusal(Exception):
    """A fault with its code."""


#: The head of a picture of 640 × 360 points in JPEG, and its end.
PICTURE = bytes.fromhex("ffd8ffc0000b080168028001011100ffd9")


class Camera:
    def __init__(self, password, offset, rtsp, port):
        self.password, self.offset, self.change = password, offset, threading.Condition()
        self.rtsp, self.port = rtsp, port
        self.subscriptions, self.number, self.nonces = {}, 0, set()
        #: When subscriptions end by themselves.
        self.ends, self.renewals = {}, 0

    def now(self):
        return datetime.datetime.fromtimestamp(time.time() + self.offset, datetime.timezone.utc)

    def check(self, message):
        """Refuses a message without the proof of the password, or with one of another time or a repeated one."""
        values = {part.tag.rpartition("}")[2]: part.text or "" for part in message.iter()}
        nonce, created = base64.b64decode(values.get("Nonce", "")), values.get("Created", "")
        proof = hashlib.sha1(nonce + created.encode() + self.password.encode()).digest()
        if values.get("Username") != "admin" or base64.b64decode(values.get("Password", "")) != proof or nonce in self.nonces:
            raise Refusal("NotAuthorized")
        if abs((datetime.datetime.fromisoformat(created.replace("Z", "+00:00")) - self.now()).total_seconds()) > 300:
            raise Refusal("NotAuthorized")
        self.nonces.add(nonce)

    def proves(self, fields, path):
        """Whether a request for a picture has the proof of the password (HTTP Digest)."""
        given = dict(re.findall(r'(\w+)="?([^",]*)', fields))
        def hashed(text): return hashlib.md5(text.encode()).hexdigest()
        secret, request = hashed(f"admin:camera:{self.password}"), hashed(f"GET:{path}")
        middle = f'{given.get("nonce")}:{given.get("nc")}:{given.get("cnonce")}:auth'
        return given.get("username") == "admin" and given.get("response") == hashed(f"{secret}:{middle}:{request}")

    def answer(self, path, message, url):
        request = message.find("{*}Body")[0]
        name, media = request.tag.rpartition("}")[2], "tr2" if "ver20" in request.tag else "trt"
        if name != "GetSystemDateAndTime":
            self.check(message)
        with self.change:
            self.forget()
            content = self.content(name, media, path, request, url)
        if content is None:
            raise Refusal("ActionNotSupported")
        return tag(f"{media}_{name}Response", content)

    def keep(self, path, duration):
        """Keeps a subscription for a duration, such as PT600S."""
        self.ends[path] = time.monotonic() + float(re.sub("[A-Z]", "", duration))

    def forget(self):
        """Forgets the subscriptions that were not renewed."""
        for path in [path for path in self.subscriptions if self.ends[path] < time.monotonic()]:
            del self.subscriptions[path]

    def content(self, name, media, path, request, url):
        elsewhere, now = "203.0.113.99", self.now()
        if name in ("PullMessages", "Renew", "Unsubscribe") and path not in self.subscriptions:
            raise Refusal("ResourceUnknownFault")
        match name:
            case "GetSystemDateAndTime":
                clock = tag("tt_Time", *(tag(f"tt_{part}", getattr(now, part.lower())) for part in ("Hour", "Minute", "Second")))
                date = tag("tt_Date", *(tag(f"tt_{part}", getattr(now, part.lower())) for part in ("Year", "Month", "Day")))
                return tag("tds_SystemDateAndTime", tag("tt_UTCDateTime", clock, date))
            case "GetServices":
                return "".join(tag("tds_Service", tag("tds_Namespace", f"http://{NAMESPACES[each]}"), tag(
                    "tds_XAddr", f"http://{elsewhere}/{each}")) for each in ("trt", "tr2", "tev"))
            case "GetDeviceInformation":
                return (tag("tds_Manufacturer", "Acme") + tag("tds_Model", "Sim-1") + tag("tds_FirmwareVersion", "1.2")
                        + tag("tds_SerialNumber", "S123"))
            case "GetEndpointReference":
                return tag("tds_GUID", ENDPOINT)
            case "GetProfiles":
                return profile("sub", "H264", 640, 360) + profile("main", "H265", 2560, 1440)
            case "GetStreamUri":
                return tag(f"{media}_Uri", f"rtsp://{elsewhere}:{self.rtsp}/{request.findtext('{*}ProfileToken')}")
            case "GetSnapshotUri":
                return tag(f"{media}_Uri", f"http://{elsewhere}:{self.port()}/picture.jpg")
            case "GetEventProperties":
                return tag("wstop_TopicSet", *map(tree, TOPICS))
            case "CreatePullPointSubscription":
                if len(self.subscriptions) >= 2:
                    raise Refusal("ResourceUnknownFault")
                self.number += 1
                self.subscriptions[f"/pull/{self.number}"] = []
                self.keep(f"/pull/{self.number}", request.findtext("{*}InitialTerminationTime"))
                return tag("tev_SubscriptionReference", tag("wsa_Address", f"{url}/pull/{self.number}"))
            case "PullMessages":
                seconds = float(re.sub("[A-Z]", "", request.findtext("{*}Timeout")))
                self.change.wait_for(lambda: self.subscriptions.get(path) != [], seconds)
                if path not in self.subscriptions:
                    raise Refusal("ResourceUnknownFault")
                messages, self.subscriptions[path] = self.subscriptions[path], []
                return "".join(messages)
            case "Unsubscribe":
                del self.subscriptions[path]
                self.change.notify_all()
                return ""
            case "Renew":
                self.renewals += 1
                self.keep(path, request.findtext("{*}TerminationTime"))
                return ""

    def obey(self, line):
        with self.change:
            match line.split():
                case "event", topic, item, value:
                    source = tag("tt_Source", tag("tt_SimpleItem", Name="Token", Value=1))
                    data = tag("tt_Data", tag("tt_SimpleItem", Name=item, Value=value))
                    message = tag("tt_Message", source, data, UtcTime="0000-00-00T00:00:00Z", PropertyOperation="Changed")
                    for waiting in self.subscriptions.values():
                        waiting.append(tag(
                            "wsnt_NotificationMessage", tag("wsnt_Topic", f"tns1:{topic}//."), tag("wsnt_Message", message)))
                case ["restart"]:
                    self.subscriptions.clear()
                case "clock", seconds:
                    self.offset = float(seconds)
                case "subscriptions", word:
                    self.forget()
                    print(word, len(self.subscriptions), self.number, self.renewals, flush=True)
            self.change.notify_all()


def discover(address, url):
    """Answers the questions of WS-Discovery on the interface with an address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("", 3702))
        group = struct.pack("4s4s", socket.inet_aton("239.255.255.250"), socket.inet_aton(address))
        server.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
        scopes = "onvif://www.onvif.org/name/Front%20Door onvif://www.onvif.org/hardware/Sim-1"
        match = tag("d_ProbeMatch", tag("a_EndpointReference", tag("a_Address", ENDPOINT)), tag(
            "d_Types", "dn:NetworkVideoTransmitter"), tag("d_Scopes", scopes), tag("d_XAddrs", url))
        while True:
            question, sender = server.recvfrom(65536)
            relation = tag("a_RelatesTo", ElementTree.fromstring(question).findtext(".//{*}MessageID"))
            server.sendto(envelope(tag("d_ProbeMatches", match), relation), sender)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--listen", default="127.0.0.1")
    parser.add_argument("--password", default="secret")
    parser.add_argument("--clock", type=float, default=0, help="how many seconds the clock is ahead")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--rtsp", type=int, default=8554, help="the port of the streams main and sub")
    parser.add_argument("--discover", action="store_true", help="answer WS-Discovery")
    options = parser.parse_args()
    camera = Camera(options.password, options.clock, options.rtsp, lambda: server.server_port)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            message = ElementTree.fromstring(self.rfile.read(int(self.headers["Content-Length"])))
            try:
                status, body = 200, camera.answer(self.path, message, url)
            except Refusal as refusal:
                code = tag("s_Code", tag("s_Value", "s:Sender"), tag("s_Subcode", tag("s_Value", f"ter:{refusal}")))
                status, body = 400, tag("s_Fault", code, tag("s_Reason", tag("s_Text", "no")))
            answer = envelope(body)
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            with contextlib.suppress(ConnectionError):
                self.wfile.write(answer)

        def do_GET(self):
            good = camera.proves(self.headers.get("Authorization", ""), self.path)
            body = PICTURE if good else b""
            self.send_response(200 if good else 401)
            if not good:
                self.send_header("WWW-Authenticate", 'Digest realm="camera", nonce="n", qop="auth"')
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer((options.listen, options.port), Handler)
    server.daemon_threads, url = True, f"http://{options.listen}:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    if options.discover:
        place = f"{url}/onvif/device_service"
        threading.Thread(target=discover, args=(options.listen, place), daemon=True).start()
    print(server.server_port, flush=True)
    for line in sys.stdin:
        camera.obey(line)


if __name__ == "__main__":
    main()
