// Plain node:http. Behind the gateway only: anybody else can write this header too.
import { createServer } from "node:http";
import { isFourfoldError, readUserInfo } from "fourfold/gateway/user-info";

export const server = createServer((request, response) => {
  try {
    const user = readUserInfo(request);
    response.end(JSON.stringify({ subject: user?.subject ?? null }));
  } catch (error) {
    if (!isFourfoldError(error)) throw error;
    response.writeHead(400).end(JSON.stringify({ error: error.code }));
  }
});
