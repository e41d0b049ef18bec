// Resources as the input of tools: the MCP SDK and the AI SDK describe them to a model, and validate what the model sends.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { asSchema, tool } from "ai";
import { Table } from "fourfold";
import * as z from "zod";

const table = { tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" }, numRows: 5 };
const Request = z.object({ table: Table });
const rowsOf = ({ numRows }: Table): string => JSON.stringify(numRows);

async function throughMcp(): Promise<unknown[]> {
  const server = new McpServer({ name: "tables", version: "1.0.0" });
  const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
  server.registerTool("table", { inputSchema: Table }, async (given) => text(rowsOf(given)));
  server.registerTool("request", { inputSchema: Request }, async (given) => text(rowsOf(given.table)));
  const client = new Client({ name: "model", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const { tools } = await client.listTools();
  const described = tools.map(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
  const call = async (name: string, input: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    return isError === true ? "invalid" : (content as { text: string }[])[0]?.text; // of the tools above
  };
  const called = [await call("table", table), await call("request", { table }), await call("request", { table: {} })];
  await client.close();
  return [described[0]?.includes("numRows"), described[1], ...called];
}

async function throughAi(): Promise<unknown[]> {
  const tools = [
    tool({ inputSchema: Table, execute: async (given) => rowsOf(given) }),
    tool({ inputSchema: Request, execute: async (given) => rowsOf(given.table) }),
  ];
  const schemas = tools.map(({ inputSchema }) => asSchema<unknown>(inputSchema));
  const documents = await Promise.all(
    schemas.map(async ({ jsonSchema }): Promise<{ properties?: object }> => jsonSchema),
  );
  const described = documents.map(({ properties }) => Object.keys(properties ?? {}));
  const read = async (at: number, input: unknown) => {
    const result = await schemas[at]?.validate?.(input);
    if (result?.success !== true) return "invalid";
    return rowsOf(at === 0 ? (result.value as Table) : (result.value as { table: Table }).table); // of the schemas above
  };
  const results = [await read(0, table), await read(1, { table }), await read(1, { table: {} })];
  return [described[0]?.includes("numRows"), described[1], ...results];
}

const expected = JSON.stringify([true, ["table"], '"5"', '"5"', "invalid"]);
for (const results of [await throughMcp(), await throughAi()]) {
  if (JSON.stringify(results) !== expected) throw new Error(`${JSON.stringify(results)}, expected ${expected}`);
}
console.log("ok");
