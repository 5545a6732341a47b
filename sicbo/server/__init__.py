"""The server: the house over HTTP and WebSocket, with sessions, automatic dealers and browser screens."""
