// Builds the page into src/plyground/serve/static (or into the folder after --out): one script, one style sheet, the
// fonts and the icon. The same sources give the same bytes.
import { copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const given = process.argv.indexOf("--out");
const out = given > 0 ? process.argv[given + 1] : join(here, "../src/plyground/serve/static");
const options = {
  absWorkingDir: here,
  entryPoints: [
    { in: "src/main.tsx", out: "app" },
    { in: "src/css/app.css", out: "app" },
  ],
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome111", "firefox113", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  external: ["*.woff2"],
  legalComments: "none",
  charset: "utf8",
  outdir: out,
};

const font = join(here, "node_modules/@fontsource-variable/inter");
const copies = {
  "index.html": join(here, "index.html"),
  "icon.svg": join(here, "icon.svg"),
  "inter.woff2": join(font, "files/inter-latin-wght-normal.woff2"),
  "inter.LICENSE": join(font, "LICENSE"),
};
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
for (const [name, source] of Object.entries(copies)) await copyFile(source, join(out, name));
if (process.argv.includes("--watch")) await (await context(options)).watch();
else await build(options);
