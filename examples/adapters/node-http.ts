// Plain node:http. Only behind a gateway that sets this header: without one, any client can send it.
import { createServer } from "node:http";
import { isFourfoldError, readUserInfo } from "fourfold/gateway/user-info";
import { vendorNaming } from "fourfold/naming";

export const server = createServer((request, response) => {
  try {
    const user = readUserInfo(request, { naming: vendorNaming }); // the naming profile of your gateway
    response.end(JSON.stringify({ subject: user?.subject ?? null }));
  } catch (error) {
    if (!isFourfoldError(error)) throw error;
    response.writeHead(400).end(JSON.stringify({ error: error.code }));
  }
});
