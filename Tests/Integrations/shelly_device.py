"""A Shelly of the second generation or later, as far as its WebSocket goes: RPC, notifications and the password.

As a program it listens on a free port, prints it, and plays one device until its input ends. A line of the input is
`event COMPONENT WORD`, `drop`, or `status COMPONENT JSON`.
"""

import asyncio
import base64
import hashlib
import json
import struct
import sys

MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


class Device:
    """Components with their configuration and status, and what RPC does with them."""

    def __init__(self, model="shelly2pmg3", mac="A8032AB12345", password=None, virtual=True):
        self.name, self.mac, self.password = f"{model}-{mac.lower()}", mac, password
        self.nonce, self.clients = 1_700_000_000, []
        energy = {"total": 1234.5, "by_minute": [0, 0, 0], "minute_ts": 0}
        self.config = {
            "sys": {"device": {"name": "Kitchen", "mac": mac, "fw_id": "20261101-000000/1.9.0-g1234567"}, "cfg_rev": 1},
            "wifi": {}, "switch:0": {"id": 0, "name": "Kettle"}, "cover:0": {"id": 0, "name": None},
            "light:0": {"id": 0, "name": "Lamp"}, "rgbw:0": {"id": 0, "name": "Strip"},
            "cct:0": {"id": 0, "name": "Panel", "ct_range": [2700, 6500]},
            "input:0": {"id": 0, "name": None, "type": "button"},
            "input:1": {"id": 1, "name": "Door", "type": "switch"},
            "temperature:0": {"id": 0, "name": None},
        }
        self.status = {
            "sys": {"mac": mac, "uptime": 60, "cfg_rev": 1, "available_updates": {}}, "wifi": {"rssi": -54},
            "switch:0": {"id": 0, "source": "init", "output": False, "apower": 0.0, "voltage": 231.0, "current": 0.0,
                         "aenergy": energy, "temperature": {"tC": 41.0, "tF": 105.8}},
            "cover:0": {"id": 0, "state": "stopped", "pos_control": True, "current_pos": 50, "target_pos": None},
            "light:0": {"id": 0, "output": False, "brightness": 40},
            "rgbw:0": {"id": 0, "output": True, "rgb": [255, 0, 0], "brightness": 80, "white": 51},
            "cct:0": {"id": 0, "output": True, "brightness": 30, "ct": 4000},
            "input:0": {"id": 0, "state": None}, "input:1": {"id": 1, "state": False},
            "temperature:0": {"id": 0, "tC": 21.5, "tF": 70.7},
        }
        self.virtual = [
            {"key": "boolean:200", "config": {"id": 200, "name": "Away"}, "status": {"value": False}, "attrs": {}},
            {"key": "number:201", "config": {"id": 201, "name": "Limit", "min": 0, "max": 10}, "status": {"value": 3},
             "attrs": {}},
        ] if virtual else None

    # RPC

    def answer(self, frame):
        """The answer to a request, and the status that changed with it."""
        answer = {"id": frame["id"], "src": self.name, "dst": frame.get("src")}
        method, parameters = frame["method"], frame.get("params") or {}
        if self.password and method != "Shelly.GetDeviceInfo" and not self.proves(frame.get("auth")):
            self.nonce += 1
            challenge = {"auth_type": "digest", "nonce": self.nonce, "nc": 1, "realm": self.name,
                         "algorithm": "SHA-256"}
            return {**answer, "error": {"code": 401, "message": json.dumps(challenge)}}, {}
        try:
            result, changed = self.carry_out(method, parameters)
        except KeyError:
            return {**answer, "error": {"code": 404, "message": f"No handler for {method}"}}, {}
        return {**answer, "result": result}, changed

    def proves(self, auth):
        if not auth or auth["nonce"] != self.nonce:
            return False
        secret, method = digest(f"admin:{self.name}:{self.password}"), digest("dummy_method:dummy_uri")
        wanted = digest(f"{secret}:{self.nonce}:{auth['nc']}:{auth['cnonce']}:auth:{method}")
        return auth["response"] == wanted and auth["algorithm"] == "SHA-256" and auth["username"] == "admin"

    def info(self):
        return {"name": "Kitchen", "id": self.name, "mac": self.mac, "slot": 0, "model": "S3SW-002P16EU", "gen": 3,
                "fw_id": self.config["sys"]["device"]["fw_id"], "ver": "1.9.0", "app": "S2PMG3",
                "auth_en": self.password is not None, "auth_domain": self.password and self.name}

    def carry_out(self, method, parameters):
        if method == "Shelly.GetDeviceInfo":
            return self.info(), {}
        if method == "Shelly.GetConfig":
            return self.config, {}
        if method == "Shelly.GetStatus":
            return self.status, {}
        if method == "Shelly.GetComponents" and self.virtual is not None:
            # One at a time, as large ones come in pages.
            offset = parameters.get("offset", 0)
            return {"components": self.virtual[offset:offset + 1], "cfg_rev": 1, "offset": offset,
                    "total": len(self.virtual)}, {}
        if method in ("Script.List", "Schedule.List", "KVS.GetMany"):
            return {"scripts": []}, {}
        kind, _, action = method.partition(".")
        key = f"{kind.lower()}:{parameters['id']}"
        return {}, {key: self.change(key, kind, action, parameters)}

    def change(self, key, kind, action, parameters):
        """Changes a component, and returns what changed."""
        virtual = {each["key"]: each["status"] for each in self.virtual or []}
        status = virtual.get(key) or self.status[key]
        if kind == "Cover":
            if action == "Stop":
                changed = {"state": "stopped"}
            else:
                position = {"Open": 100, "Close": 0}.get(action, parameters.get("pos"))
                changed = {"current_pos": position, "target_pos": position,
                           "state": {0: "closed", 100: "open"}.get(position, "stopped")}
        elif action == "Toggle":
            changed = {"output": not status["output"]}
        else:
            changed = {name: value for name, value in parameters.items() if name not in ("id", "transition_duration")}
            if "on" in changed:
                changed["output"] = changed.pop("on")
        status.update(changed)
        return {"id": parameters["id"], **changed}

    # WebSocket

    async def serve(self, reader, writer):
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
            fields = {name.lower(): value for name, value in fields.items()}
            if head.startswith("GET /shelly "):
                body = json.dumps(self.info()).encode()
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
                             b"Connection: close\r\n\r\n" % len(body) + body)
                return
            if not head.startswith("GET /rpc ") or fields.get("upgrade", "").lower() != "websocket":
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                return
            accept = base64.b64encode(hashlib.sha1((fields["sec-websocket-key"] + MAGIC).encode()).digest()).decode()
            writer.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                         f"Sec-WebSocket-Accept: {accept}\r\n\r\n".encode())
            await self.talk(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.clients = [client for client in self.clients if client[0] is not writer]
            writer.close()

    async def talk(self, reader, writer):
        while True:
            first, second = await reader.readexactly(2)
            length = second & 0x7F
            if length > 125:
                length, = struct.unpack("!H" if length == 126 else "!Q",
                                        await reader.readexactly(2 if length == 126 else 8))
            if not second & 0x80:
                raise ConnectionError("a client's frame is not masked")
            mask = await reader.readexactly(4)
            payload = bytes(byte ^ mask[index % 4] for index, byte in enumerate(await reader.readexactly(length)))
            opcode = first & 0xF
            if opcode == 8:
                self.send(writer, payload, 8)
                return
            if opcode == 9:
                self.send(writer, payload, 10)
            if opcode == 1:
                frame = json.loads(payload)
                if all(client[0] is not writer for client in self.clients):
                    self.clients.append((writer, frame.get("src")))
                answer, changed = self.answer(frame)
                self.send(writer, json.dumps(answer).encode())
                if changed:
                    self.notify("NotifyStatus", changed)
            await writer.drain()

    def send(self, writer, payload, opcode=1):
        """Sends a message in two fragments, which clients must join."""
        def frame(first, part):
            size = len(part)
            head = bytes([first, size]) if size < 126 else (
                struct.pack("!BBH", first, 126, size) if size < 65_536 else struct.pack("!BBQ", first, 127, size))
            writer.write(head + part)
        if opcode != 1 or len(payload) < 2:
            return frame(0x80 | opcode, payload)
        half = len(payload) // 2
        frame(opcode, payload[:half])
        frame(0x80, payload[half:])

    def notify(self, method, parameters):
        for writer, client in self.clients:
            frame = {"src": self.name, "dst": client, "method": method, "params": {"ts": 1_700_000_000.0, **parameters}}
            self.send(writer, json.dumps(frame).encode())

    def obey(self, line):
        word, _, rest = line.partition(" ")
        if word == "drop":
            for writer, _ in self.clients:
                writer.close()
        if word == "event":
            component, _, event = rest.partition(" ")
            self.notify("NotifyEvent", {"events": [{"component": component, "id": 0, "event": event, "ts": 1.0}]})
        if word == "status":
            component, _, changed = rest.partition(" ")
            self.status[component].update(json.loads(changed))
            self.notify("NotifyStatus", {component: json.loads(changed)})


async def main(password=None):
    device = Device(password=password)
    server = await asyncio.start_server(device.serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        device.obey(line.strip())


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
