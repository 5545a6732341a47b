"""The server: the house over HTTP and WebSocket, its sessions, its automatic dealer, and the pages."""
