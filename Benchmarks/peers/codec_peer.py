"""Google's protobuf for Python, with upb. Each line of input names a message, a direction and a count, and is answered
with the nanoseconds for one message."""

import sys
import time

import bench_pb2
import sample_pb2
from google.protobuf.internal import api_implementation

if api_implementation.Type() != "upb":
    sys.exit("this protobuf has no upb")
VALUES = dict(node=19088743, endpoint=1, cluster=1026, attr=16385, value=-2150, f=21.5, unit="degC")
MESSAGES = {
    "scalar8": bench_pb2.Scalar8(t_ns=1234567890123456789, **VALUES),
    "sample": sample_pb2.Sample(time=1234567890123456789, **VALUES),
}

for line in sys.stdin:
    name, direction, count = line.split()
    message, numbers = MESSAGES[name], range(int(count))
    encode, decode, encoded = message.SerializeToString, type(message).FromString, message.SerializeToString()
    start = time.thread_time_ns()
    if direction == "encode":
        for _ in numbers:
            encode()
    else:
        for _ in numbers:
            decode(encoded)
    print((time.thread_time_ns() - start) / int(count), flush=True)
