"""Shared by both Python peers of gRPC's interoperability tests: the messages, made from this project's own .proto files at
run time, and the contents of the cases."""
import pathlib
import sys
import tempfile

PROTOS = pathlib.Path(__file__).resolve().parents[3] / "Schemas" / "proto"
SERVICE = "/grpc.testing.TestService/"
REQUEST_SIZES, ANSWER_SIZES = [27182, 8, 1828, 45904], [31415, 9, 2653, 58979]
REQUEST_SIZE, ANSWER_SIZE = 271828, 314159
MESSAGE = "test status message"
SPECIAL_MESSAGE = "\t\ntest with whitespace\r\nand Unicode BMP \u263a and non-BMP \U0001f608\t\n"
INITIAL, TRAILING = "x-grpc-test-echo-initial", "x-grpc-test-echo-trailing-bin"
ECHO = [(INITIAL, "test_initial_metadata_value"), (TRAILING, b"\xab\xab\xab")]
SOAK_CALLS, CONCURRENT_CALLS, SLOW_ANSWERS = 10, 100, 500


def load():
    """Empty and messages of grpc.testing."""
    from grpc_tools import protoc

    folder = tempfile.mkdtemp(prefix="hearth-interop-")
    names = [f"grpc/testing/{name}.proto" for name in ("empty", "messages")]
    assert protoc.main(["protoc", f"-I{PROTOS}", f"--python_out={folder}", *names]) == 0
    # The package `grpc` exists already, so the folder of the generated files is added to its path.
    import grpc

    grpc.__path__.append(folder + "/grpc")
    from grpc.testing import empty_pb2, messages_pb2

    return empty_pb2, messages_pb2


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


def report(name, result):
    """Prints one line a case, which run_interop.py reads."""
    print(f"{name}\t{result}", flush=True)


def failed(error):
    text = str(error) or repr(error)
    return "failed: " + " ".join(text.split())[:300]


def usage(text):
    print(f"usage: {text}", file=sys.stderr)
    sys.exit(64)
