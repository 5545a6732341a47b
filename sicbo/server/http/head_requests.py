"""HEAD requests: answered like GET, without the body."""

from sicbo.server.http.security import Application, Message, Receive, Scope, Send


class HeadRequests:
    """Middleware that answers HEAD through GET routes; a streamed response ends after its headers."""

    def __init__(self, app: Application) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a HEAD request on as GET, and return only the status and headers."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        answered = False

        async def receive_until_answered() -> Message:
            return {"type": "http.disconnect"} if answered else await receive()

        async def send_head(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                await send(message)
                await send({"type": "http.response.body", "body": b""})

        await self.app({**scope, "method": "GET"}, receive_until_answered, send_head)
