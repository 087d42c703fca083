"""A camera that speaks RTSP, for tests of connections: it sends the packets that it was given, again and again. Prints
its port. It hears what is said over ONVIF's back channel in PCMU, and prints `heard` with its bytes. Reads commands from its
input: `drop` closes all connections; `clients` prints how many play; `refused` how many wrong passwords came."""

import asyncio
import hashlib
import sys

SDP = "v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:track1\r\n"
BACK_CHANNEL = "www.onvif.org/ver20/backchannel"
SPEAKER = "a=recvonly\r\nm=audio 0 RTP/AVP 0\r\na=control:talk\r\na=sendonly\r\n"


class Camera:
    def __init__(self, password, payloads):
        self.password, self.payloads = password, payloads
        self.writers, self.playing, self.refused, self.heard = set(), set(), 0, b""

    async def serve(self, reader, writer):
        self.writers.add(writer)
        try:
            while head := await self.head(reader):
                lines = head.decode().split("\r\n")
                fields = dict(line.split(": ", 1) for line in lines[1:] if line)
                status, more, body = self.answer(lines[0].split()[0], lines[0].split()[1], fields)
                text = [f"RTSP/1.0 {status}", f"CSeq: {fields['CSeq']}", *more, f"Content-Length: {len(body)}"]
                writer.write(("\r\n".join(text) + "\r\n\r\n" + body).encode())
                if lines[0].startswith("PLAY") and status == "200 OK" and BACK_CHANNEL not in head.decode():
                    self.playing.add(writer)
                    asyncio.ensure_future(self.send(writer))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.writers.discard(writer)
            self.playing.discard(writer)
            writer.close()

    async def head(self, reader):
        """The next request, after what is said before it."""
        while (first := await reader.readexactly(1)) == b"$":
            length = int.from_bytes((await reader.readexactly(3))[1:], "big")
            self.heard += (await reader.readexactly(length))[12:]
            print("heard", self.heard.hex(), flush=True)
        return first + await reader.readuntil(b"\r\n\r\n")

    def answer(self, method, uri, fields):
        if self.password and fields.get("Authorization") is None:
            return "401 Unauthorized", ['WWW-Authenticate: Digest realm="camera", nonce="abc"'], ""
        if self.password and self.proof(method, uri) not in fields["Authorization"]:
            self.refused += 1
            return "401 Unauthorized", ['WWW-Authenticate: Digest realm="camera", nonce="abd"'], ""
        described = SDP + (SPEAKER if fields.get("Require") == BACK_CHANNEL else "")
        return "200 OK", ["Session: 7;timeout=60"], described if method == "DESCRIBE" else ""

    def proof(self, method, uri):
        def digest(text):
            return hashlib.md5(text.encode()).hexdigest()
        return digest(digest(f"admin:camera:{self.password}") + ":abc:" + digest(f"{method}:{uri}"))

    async def send(self, writer):
        sequence = 0
        for picture in range(1 << 30):
            for number, payload in enumerate(self.payloads):
                mark = 0x80 if number == len(self.payloads) - 1 else 0
                head = bytes([0x80, mark | 96]) + (sequence & 0xFFFF).to_bytes(2, "big")
                packet = head + (picture * 1800).to_bytes(4, "big") + bytes(4) + payload
                writer.write(b"$\0" + len(packet).to_bytes(2, "big") + packet)
                sequence += 1
            await asyncio.sleep(0.02)
            if writer not in self.playing:
                return

    async def obey(self):
        loop = asyncio.get_running_loop()
        while line := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
            if line == "drop":
                for writer in list(self.writers):
                    writer.close()
            elif line == "clients":
                print(len(self.playing), flush=True)
            elif line == "refused":
                print("refused", self.refused, flush=True)


async def main(password, payloads):
    camera = Camera(password, [bytes.fromhex(each) for each in payloads])
    server = await asyncio.start_server(camera.serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await camera.obey()


if __name__ == "__main__":
    # The arguments: the password or "", and the payloads of a picture's packets in hexadecimal.
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
