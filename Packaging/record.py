"""Runs commands at a terminal of 80 columns, and writes what it showed when.

usage: record.py FILE COMMAND… <LINES

LINES are commands for a shell, one a line, and the words of COMMAND come before `bash -c LINE`. FILE gets a list in JSON: for
each line {"command", "output": [[seconds since its start, text], …]}. It ends at the first that fails. `scripts/pictures
--play` draws the file.
"""

import codecs
import fcntl
import json
import os
import pty
import struct
import sys
import termios
import time

ROWS, COLUMNS = 24, 80


def run(words):
    """What a program writes to its terminal, and when; and its exit status."""
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.execvp(words[0], words)
    start, output = time.monotonic(), []
    # A letter may arrive in two parts.
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    while True:
        try:
            text = os.read(terminal, 1 << 16)
        except OSError:  # what Linux says of a terminal that no program has any more
            break
        if not text:
            break
        output.append((round(time.monotonic() - start, 3), decoder.decode(text)))
    os.close(terminal)
    return output, os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def main(file, *prefix):
    record = []
    for line in sys.stdin.read().splitlines():
        output, status = run([*prefix, "bash", "-c", line])
        if status != 0:
            sys.exit(f"{line}: {status}\n{''.join(text for _, text in output)}")
        record.append({"command": line, "output": output})
    with open(file, "w", encoding="utf-8") as target:
        json.dump(record, target)


main(*sys.argv[1:])
