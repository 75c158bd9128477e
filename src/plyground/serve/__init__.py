"""The local web page: its server, its protocol, its sessions."""
