"""HEAD requests: answered like GET, wherever GET is, without the body."""

from sicbo.server.http.security import Application, Message, Receive, Scope, Send


class HeadRequests:
    """Wraps the application, which answers GET only; a stream ends with its headers."""

    def __init__(self, app: Application) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask for GET and pass on its status and headers alone."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        answered = False

        async def receiving() -> Message:
            return {"type": "http.disconnect"} if answered else await receive()

        async def sending(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                await send(message)
                await send({"type": "http.response.body", "body": b""})

        await self.app({**scope, "method": "GET"}, receiving, sending)
