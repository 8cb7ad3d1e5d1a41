#!/bin/sh
# Runs a command of Fupan as the server's user with the server's settings: /usr/local/bin/fupan.
exec sudo -u fupan sh -c 'set -a; . /etc/fupan.conf; exec /opt/fupan/bin/fupan "$@"' fupan "$@"
