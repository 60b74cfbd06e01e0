#!/bin/sh
# Starts the time-skipping test server from the folder that this script lies in: run.sh <port> [arguments].
# `exec`: whoever started it ends it by its process number. The options trade peak speed for a start within seconds.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -cp "$here/jars/*" io.temporal.testserver.TestServer "$@"
