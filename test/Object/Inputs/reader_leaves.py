"""reader_leaves.py COMMAND...: reads one line of the command's output, leaves,
and prints the exit status and what it said on stderr."""
import subprocess
import sys

process = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
process.stdout.readline()
process.stdout.close()
error = process.stderr.read().decode()
print(f"status {process.wait()}\n{error}")
