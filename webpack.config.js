// The static page: www/ with the package by its name. scripts/build.mjs says from which folder to which, and finishes
// it.
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

export const configuration = ({ dist, site }) => ({
  mode: "production",
  devtool: "source-map",
  entry: {
    main: path("./www/main.ts"),
    embed: path("./www/embed.ts"),
    frame: path("./www/frame.ts"),
    sw: path("./www/sw/sw.ts"),
  },
  output: {
    path: site,
    filename: "[name].js",
    chunkFilename: "[name].[contenthash:12].js",
    assetModuleFilename: "[name].[hash:12][ext]",
    clean: true,
  },
  resolve: {
    extensions: [".ts", ".js"],
    alias: {
      nanikiru$: join(dist, "browser.js"),
      // our own host serves the engine's files: no second copy of them
      [join(dist, "inline.js")]: false,
    },
  },
  module: {
    rules: [
      // types are checked by `npm test`; package.json says sideEffects false, which is the package's and not the page's
      {
        test: /\.ts$/,
        include: [path("./www"), path("./languages"), path("./js/escape.ts")],
        sideEffects: true,
        use: { loader: "ts-loader", options: { transpileOnly: true } },
      },
    ],
  },
  performance: { hints: false },
});
