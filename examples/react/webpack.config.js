import { fileURLToPath } from "node:url";

export default {
  mode: "production",
  context: fileURLToPath(new URL(".", import.meta.url)),
  entry: { main: ["./src/main.jsx", "./src/index.html"] },
  output: { path: fileURLToPath(new URL("dist", import.meta.url)), clean: true },
  module: {
    rules: [
      { test: /\.jsx$/, loader: "ts-loader", options: { transpileOnly: true } },
      { test: /\.html$/, type: "asset/resource", generator: { filename: "[name][ext]" } },
    ],
  },
  // the engine is a file of its own, and larger than a script may be
  performance: { hints: false },
};
