import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8000";

export default defineConfig(({ command, mode }) => ({
  base: command === "build" ? "/static/" : "/",
  plugins: [svelte()],
  // Without this Vitest would load Svelte's server build, which cannot mount.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: {
    target: "es2022",
    // The server's content security policy allows no data: URLs.
    assetsInlineLimit: 0,
  },
  server: {
    // Objects keep the browser's Host, which the server holds against the Origin.
    // A test reads the shuffle's test values there.
    fs: { allow: [".", "../docs"] },
    proxy: { "/api": { target: server }, "/ws": { target: server, ws: true } },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/test/setup.ts"],
    include: ["src/**/*.test.ts"],
  },
}));
