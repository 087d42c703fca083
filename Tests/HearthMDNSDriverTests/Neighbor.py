"""A neighbour on the loopback: announces a service and finds one, with python-zeroconf.

Prints "found NAME PORT ADDRESS" and "gone NAME" for services of the type _hearth._tcp. Withdraws its own service after
the first line of its input, and ends after the second.
"""

import socket
import sys

from zeroconf import ServiceBrowser, ServiceInfo, Zeroconf

TYPE = "_hearth._tcp.local."


class Listener:
    def add_service(self, zeroconf, kind, name):
        info = zeroconf.get_service_info(kind, name, 3000)
        if info:
            text = ",".join(f"{key.decode()}={(value or b'').decode()}" for key, value in info.properties.items())
            print("found", name.removesuffix("." + TYPE), info.port, info.parsed_addresses()[0], text, flush=True)

    def update_service(self, zeroconf, kind, name):
        pass

    def remove_service(self, zeroconf, kind, name):
        print("gone", name.removesuffix("." + TYPE), flush=True)


zeroconf = Zeroconf(interfaces=["127.0.0.1"])
own = ServiceInfo(
    "_esphomelib._tcp.local.", sys.argv[1] + "._esphomelib._tcp.local.", port=6053, server=sys.argv[1] + ".local.",
    addresses=[socket.inet_aton("127.0.0.1")], properties={"mac": "aabbccddeeff"})
zeroconf.register_service(own)
browser = ServiceBrowser(zeroconf, TYPE, Listener())
print("ready", flush=True)
sys.stdin.readline()
zeroconf.unregister_service(own)
sys.stdin.readline()
zeroconf.close()
