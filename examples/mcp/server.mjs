#!/usr/bin/env node
// The tools over stdio: requests on stdin, answers on stdout.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { createAnalyzer } from "nanikiru";
import { TOOLS, call } from "./tools.mjs";

const analyzer = createAnalyzer();
// not McpServer: the schemas are those that nanikiru ships, and nanikiru checks what it is asked
const server = new Server({ name: "nanikiru", version: "0.1.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.entries(TOOLS).map(([name, { title, description, inputSchema }]) => ({
    name,
    title,
    description,
    inputSchema,
    annotations: { title, readOnlyHint: true },
  })),
}));

server.setRequestHandler(
  CallToolRequestSchema,
  ({ params: { name, arguments: given = {}, _meta } }, { signal, sendNotification }) => {
    if (!Object.hasOwn(TOOLS, name))
      throw new McpError(ErrorCode.InvalidParams, `there is no tool ${name}: ${Object.keys(TOOLS).join(", ")}`);
    const progressToken = _meta?.progressToken;
    // a client that has gone hears nothing, and the review goes on until the connection closes
    const onProgress = ({ done, total }) =>
      void sendNotification({
        method: "notifications/progress",
        params: { progressToken, progress: done, total },
      }).catch(() => {});
    return call(analyzer, name, given, { signal, ...(progressToken === undefined ? {} : { onProgress }) });
  },
);

server.onclose = () => analyzer.dispose();
await server.connect(new StdioServerTransport());
