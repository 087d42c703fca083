"""A plug in the network: ESPHome's firmware, a key before it, and its announcement. It runs until it is killed.

    pip install -r Tests/Integrations/requirements-esphome.txt
    python3 Tests/Integrations/plug.py --build .build/esphome --address 192.168.1.57 --key KEY

The firmware for the platform `host` neither encrypts nor announces itself, so `Front` and python-zeroconf do. A hub does not
look for devices on the loopback: the address has to be that of another interface.
"""

import argparse
import pathlib
import signal
import socket

from zeroconf import ServiceInfo, Zeroconf

from esphome_firmware import HERE, Node, build
from noise_front import Front

TYPE = "_esphomelib._tcp.local."


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, type=pathlib.Path, help="a folder that keeps the firmware")
    parser.add_argument("--address", required=True, help="the plug's address")
    parser.add_argument("--key", required=True, help="its encryption key, in base64")
    options = parser.parse_args()
    node = Node(build(options.build, HERE / "plug.yaml"), 0x57).wait()
    front = Front(node.port, options.key, name="kitchen-plug", mac=node.id, listen=(options.address, 6053))
    properties = {
        "mac": node.id, "friendly_name": "Kitchen Plug", "api_encryption": "Noise_NNpsk0_25519_ChaChaPoly_SHA256",
        "version": "2026.10.0", "platform": "ESP32", "project_name": "example.smart-plug", "project_version": "2.1.3"}
    network = Zeroconf(interfaces=[options.address])
    network.register_service(ServiceInfo(
        TYPE, "kitchen-plug." + TYPE, port=front.port, addresses=[socket.inet_aton(options.address)],
        properties=properties, server="kitchen-plug.local."))
    print("ready", flush=True)
    signal.pause()


if __name__ == "__main__":
    main()
