// SPDX-License-Identifier: Apache-2.0
// One html file: script and style go inline, and the page may load nothing else (its own Content-Security-Policy says so).
import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";

function inline(): Plugin {
  return {
    name: "inline",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("no index.html in the bundle");
      let script = "";
      let style = "";
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk") script += file.code;
        else if (name.endsWith(".css")) style += file.source;
        else if (file !== page) throw new Error(`${name} would be a second file`);
        if (file !== page) delete bundle[name];
      }
      script = script.replaceAll("</script", "<\\/script");
      const hash = createHash("sha256").update(script).digest("base64");
      page.source = String(page.source)
        .replace(/\s*<script type="module"[^>]*><\/script>/, "")
        .replace(/\s*<link rel="stylesheet"[^>]*>/, () => `\n    <style>${style}</style>`)
        .replace("SCRIPT_HASH", `sha256-${hash}`)
        .replace("</body>", () => `<script type="module">${script}</script>\n  </body>`);
    },
  };
}

export default defineConfig({
  plugins: [inline()],
  build: { outDir: process.env.GUISE_PAGE_FOLDER ?? "dist", emptyOutDir: false, modulePreload: false, target: "es2020" },
});
