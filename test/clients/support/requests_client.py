"""Sends the requests on standard input, a line of JSON each, with the library `requests`; prints the responses likewise."""

import json
import sys

import requests

verify = sys.argv[1] if len(sys.argv) > 1 else True
session = requests.Session()
session.trust_env = False  # No proxies, no .netrc.

for line in sys.stdin:
    asked = json.loads(line)
    token = asked.get("token")
    response = session.request(
        asked["method"],
        asked["url"],
        params=asked.get("query"),
        headers={"Authorization": f"Bearer {token}"} if token else None,
        json=asked.get("json"),
        data=asked.get("form"),
        verify=verify,
        timeout=60,
    )
    headers = {name.lower(): value for name, value in response.headers.items()}
    body = response.content.decode()
    result = {"status": response.status_code, "headers": headers, "body": body}
    print(json.dumps(result), flush=True)
